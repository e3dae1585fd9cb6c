target triple = "nvptx64-nvidia-cuda"
define "x" void @k() "nvvm.maxntid"="128" {
  ret void
}
