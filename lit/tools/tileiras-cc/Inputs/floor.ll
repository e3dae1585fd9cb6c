define ptx_kernel void @k() "nvvm.minctasm"="2" {
  ret void
}
