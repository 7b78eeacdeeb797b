# The installed program prints a script for each shell; bin_dir and data_dir are set before this runs.
set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
foreach(place bash:bash-completion/completions/pintle zsh:zsh/site-functions/_pintle fish:fish/vendor_completions.d/pintle.fish)
  string(REPLACE ":" ";" place ${place})
  list(GET place 0 shell)
  list(GET place 1 file)
  get_filename_component(folder "${root}/${data_dir}/${file}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  execute_process(COMMAND "${root}/${bin_dir}/pintle" completion ${shell} OUTPUT_FILE "${root}/${data_dir}/${file}"
                  COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "Installing: ${root}/${data_dir}/${file}")
endforeach()
