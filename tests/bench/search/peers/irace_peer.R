#!/usr/bin/Rscript
# irace as a peer of search_bench (../external_peer.h has the protocol). Every instance is one
# repeat. Its defaults need about 100 experiments; with fewer, the first of `smaller` that it accepts.
suppressPackageStartupMessages({
  library(irace)
  library(jsonlite)
})

output <- file("/dev/stdout", "w", raw = TRUE)
input <- file("stdin", "r")
sink(nullfile())     # irace reports on standard output
options(warn = -1)   # and its tests warn of few values

say <- function(message) {
  cat(toJSON(message, auto_unbox = TRUE, digits = NA), "\n", sep = "", file = output)
  flush(output)
}

hear <- function() {
  line <- readLines(input, n = 1)
  if (length(line) == 0) quit(save = "no")
  fromJSON(line, simplifyVector = FALSE)
}

# Names of the bench may hold what irace's do not allow: p1, p2, ... stand for them.
describe <- function(parameters) {
  lines <- character(0)
  for (i in seq_along(parameters)) {
    p <- parameters[[i]]
    last <- p$count - 1
    domain <- if (p$count == 1) "c (\"0\")"
              else if (p$ordered) sprintf("i (0, %d)", last)
              else sprintf("c (%s)", paste0("\"", 0:last, "\"", collapse = ", "))
    when <- if (is.null(p$when)) "" else sprintf(" | p1 == \"%d\"", p$when)
    lines <- c(lines, sprintf("p%d \"\" %s%s", i, domain, when))
  }
  paste0(paste(lines, collapse = "\n"), "\n")
}

places <- function(configuration, parameters) {
  found <- list()
  for (i in seq_along(parameters)) {
    value <- configuration[[paste0("p", i)]]
    if (!is.na(value)) found[[parameters[[i]]$name]] <- as.integer(value)
  }
  found
}

say(list(peer = paste("irace", packageVersion("irace"))))
start <- hear()
parameters <- start$parameters

asked <- 0
run <- function(experiment, scenario) {
  message <- list(ask = places(experiment$configuration, parameters))
  # The elite of the last race, which irace keeps in a variable of its own.
  elite <- dynGet("eliteConfigurations", ifnotfound = NULL)
  if (is.data.frame(elite) && nrow(elite) > 0) message$best <- places(elite[1, ], parameters)
  asked <<- asked + 1
  say(message)
  cost <- hear()$cost
  list(cost = if (is.null(cost)) Inf else cost)  # Inf: irace rejects the configuration
}

smaller <- list(
  list(), list(firstTest = 3, mu = 3), list(firstTest = 2, mu = 2),
  list(firstTest = 2, mu = 2, minNbSurvival = 2),
  list(firstTest = 2, mu = 2, minNbSurvival = 2, nbIterations = 2),
  list(firstTest = 2, mu = 2, minNbSurvival = 1, nbIterations = 2),
  list(firstTest = 2, mu = 2, minNbSurvival = 1, nbIterations = 1)
)
space <- readParameters(text = describe(parameters))
for (settings in smaller) {
  scenario <- c(settings, list(targetRunner = run, maxExperiments = start$budget,
                               instances = 1:1000, deterministic = FALSE, logFile = "",
                               seed = start$seed, quiet = TRUE))
  result <- tryCatch(irace(scenario = scenario, parameters = space), error = identity)
  if (!inherits(result, "error") || !grepl("Insufficient budget", conditionMessage(result))) break
}
# It ends with an error, too, where it has rejected all that it tried: its last elite stands.
if (!inherits(result, "error")) {
  say(list(done = TRUE, best = places(result[1, ], parameters), settings = settings))
} else if (asked > 0 && grepl("rejected", conditionMessage(result))) {
  say(list(done = TRUE, gave_up = conditionMessage(result)))
} else {
  say(list(error = conditionMessage(result)))
}
