# The package TileirasTools: compiles and checks GPU kernels in a CMake project. docs/BUILDS.md has an example.
#
#   Tileiras::cc, Tileiras::contract, Tileiras::ptxas
#       The tools, as executables.
#
#   tileiras_add_kernels(<target> SOURCES <file>... [CHIPS <chip>...] [OPTIONS <word>...] [DEPENDS <file>...])
#       Adds a target, built by default, that compiles each source with tileiras-cc to <name>.cubin in the build folder,
#       or to <name>.fatbin for several chips. The target property TILEIRAS_OUTPUTS has the paths.
#
#   tileiras_add_test(NAME <name> FILES <file>... [CHIPS <chip>...] [SNAPSHOT <file>] [OPTIONS <word>...])
#       Adds a test that checks the files against the rules, or with SNAPSHOT compares their kernels with it.
#
# This file finds the tools by its own place in an installation, which can be moved.

cmake_minimum_required(VERSION 3.20)

get_filename_component(_tileiras_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_tileiras_tool cc contract ptxas)
  set(_tileiras_path "${_tileiras_prefix}/bin/tileiras-${_tileiras_tool}")
  if(NOT EXISTS "${_tileiras_path}")
    set(TileirasTools_FOUND FALSE)
    set(TileirasTools_NOT_FOUND_MESSAGE "${_tileiras_path} is missing. Install the tools of tileiras again.")
    return()
  endif()
  if(NOT TARGET Tileiras::${_tileiras_tool})
    add_executable(Tileiras::${_tileiras_tool} IMPORTED)
    set_target_properties(Tileiras::${_tileiras_tool} PROPERTIES IMPORTED_LOCATION "${_tileiras_path}")
  endif()
endforeach()
unset(_tileiras_prefix)
unset(_tileiras_tool)
unset(_tileiras_path)

# Fails for arguments that are unknown, or that have no value, and for those that are missing.
macro(_tileiras_check_arguments function)
  if(_UNPARSED_ARGUMENTS OR _KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${function}: unknown, or without a value: ${_UNPARSED_ARGUMENTS} ${_KEYWORDS_MISSING_VALUES}")
  endif()
  foreach(_tileiras_name ${ARGN})
    if(NOT _${_tileiras_name})
      message(FATAL_ERROR "${function}: ${_tileiras_name} is missing")
    endif()
  endforeach()
endmacro()

# The project file that tileiras-cc reads for a source: the nearest one, or nothing.
function(_tileiras_project_file source output)
  set(${output} "" PARENT_SCOPE)
  cmake_path(GET source PARENT_PATH folder)
  while(NOT EXISTS "${folder}/tileiras.toml")
    cmake_path(GET folder PARENT_PATH parent)
    if(parent STREQUAL folder)
      return()
    endif()
    set(folder "${parent}")
  endwhile()
  # CMake runs again when it is removed.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/tileiras.toml")
  set(${output} "${folder}/tileiras.toml" PARENT_SCOPE)
endfunction()

function(tileiras_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 "" "" "" "SOURCES;CHIPS;OPTIONS;DEPENDS")
  _tileiras_check_arguments(tileiras_add_kernels SOURCES)
  set(ending cubin)
  set(options ${_OPTIONS})
  list(LENGTH _CHIPS count)
  if(count GREATER 1)
    set(ending fatbin)
  endif()
  if(_CHIPS)
    list(JOIN _CHIPS "," chips)
    list(PREPEND options "--gpu-name=${chips}")
  endif()
  set(outputs)
  foreach(source IN LISTS _SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    cmake_path(GET source STEM LAST_ONLY name)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${name}.${ending}")
    _tileiras_project_file("${source}" project_file)
    # The tool, too: another release of it compiles again.
    add_custom_command(
      OUTPUT "${output}"
      COMMAND Tileiras::cc "${source}" ${options} -o "${output}"
      DEPENDS "${source}" Tileiras::cc ${project_file} ${_DEPENDS}
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      COMMENT "Compiling kernels to ${name}.${ending}"
      VERBATIM)
    list(APPEND outputs "${output}")
  endforeach()
  add_custom_target(${target} ALL DEPENDS ${outputs})
  set_target_properties(${target} PROPERTIES TILEIRAS_OUTPUTS "${outputs}")
endfunction()

function(tileiras_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 "" "" "NAME;SNAPSHOT" "FILES;CHIPS;OPTIONS")
  _tileiras_check_arguments(tileiras_add_test NAME FILES)
  if(_SNAPSHOT AND _CHIPS)
    message(FATAL_ERROR "tileiras_add_test: CHIPS has no effect with SNAPSHOT")
  endif()
  set(options ${_OPTIONS})
  if(_CHIPS)
    list(JOIN _CHIPS "," chips)
    list(PREPEND options "--gpu-name=${chips}")
  endif()
  # In the source folder, so that names of files are those of CMakeLists.txt.
  add_test(NAME "${_NAME}"
    COMMAND Tileiras::contract check ${options} ${_SNAPSHOT} ${_FILES}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMAND_EXPAND_LISTS)
endfunction()
