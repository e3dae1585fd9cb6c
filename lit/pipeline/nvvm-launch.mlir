// nvvm-launch: transplant, derive, legalise, verify, convert; the same as the passes one after the other.

// RUN: tileiras-opt --nvvm-launch %s -o %t.mlir
// RUN: FileCheck %s --implicit-check-not=gpu.launch_func < %t.mlir
// RUN: tileiras-opt --pass-pipeline='builtin.module(nvvm-launch)' %s | diff %t.mlir -
// RUN: tileiras-opt --nvvm-transplant --nv-tileaa-derive-launch --nvvm-legalize --nvvm-verify=form=canonical --convert-gpu-to-nv-tileaa %s | diff %t.mlir -
// RUN: tileiras-opt --nvvm-launch %t.mlir | diff %t.mlir -

// CHECK: gpu.func @k({{.*}}) kernel attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 1, 1>}
// CHECK: nv_tileaa.launch_func @m::@k {{.*}} args(%{{.*}} : f32)

module attributes {gpu.container_module} {
  gpu.module @m attributes {nvvm.annotations = [[@k, "kernel", 1 : i32, "maxntidx", 128 : i32]]} {
    gpu.func @k(%a: f32) kernel { gpu.return }
  }
  func.func @f(%i: index, %a: f32) {
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
    return
  }
}
