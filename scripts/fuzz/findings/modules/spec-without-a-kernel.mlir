module attributes {nvvm.annotations = [[@k, "kernel", 0 : i32]]} {
  llvm.func @k() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128], cluster = [2, 1, 1]>} {
    llvm.return
  }
}
