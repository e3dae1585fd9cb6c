# Puts the plugin and the C library into a folder as a CMake package, stripped: `make libraries`.
#
#   cmake -D FROM=target/libraries -D TO=target/libraries/prefix -P scripts/libraries.cmake
#
# FROM has what Cargo built. TO gets lib/libtileiras_plugin.so, lib/libTileirasC.so with its version,
# lib/libTileirasC.a, include/tileiras-c/ and lib/cmake/Tileiras/. Nothing in TO depends on its path, and LLVM's path is
# only a default.

cmake_minimum_required(VERSION 3.20)
include(CMakePackageConfigHelpers)

function(run output)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

foreach(folder FROM TO)
  if(NOT ${folder})
    message(FATAL_ERROR "-D ${folder}=FOLDER is missing")
  endif()
  cmake_path(ABSOLUTE_PATH ${folder})
endforeach()
foreach(name libtileiras_plugin.so libTileirasC.so libTileirasC.a)
  if(NOT EXISTS "${FROM}/${name}")
    message(FATAL_ERROR "${FROM}/${name} is missing: run `make libraries`")
  endif()
endforeach()

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
set(capi "${root}/crates/capi")
file(STRINGS "${root}/Cargo.toml" VERSION REGEX "^version = ")
string(REGEX MATCH "[0-9.]+" VERSION "${VERSION}")
string(REGEX MATCH "^[0-9]+\\.[0-9]+" SOVERSION "${VERSION}")

set(llvm "$ENV{MLIR_SYS_220_PREFIX}")
if(NOT llvm)
  set(llvm /usr/lib/llvm-22)
endif()
run(LLVM_VERSION "${llvm}/bin/llvm-config" --version)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" LLVM_VERSION "${LLVM_VERSION}")
run(LLVM_LIBDIR "${llvm}/bin/llvm-config" --libdir)

# The compiler of the shim, as crates/build-support chooses it.
set(CXX_ID Clang)
if(DEFINED ENV{CXX})
  run(macros $ENV{CXX} -x c++ -dM -E /dev/null)
  if(NOT macros MATCHES "__clang__")
    set(CXX_ID GNU)
  endif()
endif()

file(REMOVE_RECURSE "${TO}/include/tileiras-c" "${TO}/lib/cmake/Tileiras")
file(MAKE_DIRECTORY "${TO}/lib/cmake/Tileiras")
file(COPY "${capi}/include/tileiras-c" DESTINATION "${TO}/include")

# The shared libraries.
run(ignored objcopy --strip-unneeded "${FROM}/libtileiras_plugin.so" "${TO}/lib/libtileiras_plugin.so")
run(ignored objcopy --strip-unneeded "${FROM}/libTileirasC.so" "${TO}/lib/libTileirasC.so.${VERSION}")
file(CREATE_LINK libTileirasC.so.${VERSION} "${TO}/lib/libTileirasC.so.${SOVERSION}" SYMBOLIC)
file(CREATE_LINK libTileirasC.so.${SOVERSION} "${TO}/lib/libTileirasC.so" SYMBOLIC)

# The static library is one object, in which only the functions of the C API are global. It has the parts of MLIR's C
# API that it uses. Else it would define symbols of Rust's standard library, and need MLIR's C API in the program.
run(exported nm --dynamic --defined-only --format=just-symbols "${FROM}/libTileirasC.so")
set(object "${TO}/lib/TileirasC.o")
set(names "${TO}/lib/TileirasC.txt")
file(WRITE "${names}" "${exported}\n")
string(REGEX REPLACE "([^\n]+)\n?" "--undefined=\\1;" roots "${exported}")
file(GLOB c_api "${LLVM_LIBDIR}/libMLIRCAPI*.a")
run(ignored ld --relocatable --gc-sections --force-group-allocation "--script=${capi}/cmake/merge.ld" ${roots} --output "${object}"
  "${FROM}/libTileirasC.a" --start-group ${c_api} --end-group)
run(ignored objcopy "--keep-global-symbols=${names}" "${object}")
run(ignored objcopy --strip-unneeded "${object}")
file(REMOVE "${TO}/lib/libTileirasC.a")
run(ignored ar rcsD "${TO}/lib/libTileirasC.a" "${object}")
file(REMOVE "${object}" "${names}")

# The CMake package.
file(STRINGS "${capi}/cmake/static-mlir.txt" STATIC_MLIR REGEX "^[^#]")
set(LIBDIR lib)
set(INCLUDEDIR include)
configure_package_config_file("${capi}/cmake/TileirasConfig.cmake.in" "${TO}/lib/cmake/Tileiras/TileirasConfig.cmake"
  INSTALL_DESTINATION lib/cmake/Tileiras INSTALL_PREFIX "${TO}" PATH_VARS LIBDIR INCLUDEDIR)
write_basic_package_version_file("${TO}/lib/cmake/Tileiras/TileirasConfigVersion.cmake"
  VERSION ${VERSION} COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
