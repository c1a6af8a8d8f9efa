# Turns knowledge/catalogue/*.json into one source file, so that the program carries its catalogue
# and needs no data files at run time. A name -> text table: fstune::knowledge::embedded_catalogue().
function(embed_catalogue target)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/knowledge/catalogue/*.json)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
    set(rows "")
    foreach(file ${files})
        get_filename_component(name ${file} NAME_WE)
        file(READ ${file} text)
        string(APPEND rows "    {\"${name}\", R\"catalogue(${text})catalogue\"},\n")
    endforeach()
    set(out ${PROJECT_BINARY_DIR}/embedded_catalogue.cc)
    file(WRITE ${out}.new
         "#include \"knowledge/catalogue/embedded.h\"\n\nnamespace fstune::knowledge {\n\n"
         "const std::map<std::string, std::string>& embedded_catalogue() {\n"
         "    static const std::map<std::string, std::string> files = {\n${rows}    };\n"
         "    return files;\n}\n\n}  // namespace fstune::knowledge\n")
    file(COPY_FILE ${out}.new ${out} ONLY_IF_DIFFERENT)
    target_sources(${target} PRIVATE ${out})
endfunction()
