gpu.module @m {
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}
func.func @host(%c1: index) {
  nv_tileaa.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
  return
}
