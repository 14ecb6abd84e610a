# lint: stray-file
