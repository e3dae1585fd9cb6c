//===-- Ops.td - the operations of nv_tileaa ---------------*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef NV_TILEAA_OPS
#define NV_TILEAA_OPS

include "Dialect.td"
include "mlir/Dialect/GPU/IR/GPUBase.td"
include "mlir/IR/SymbolInterfaces.td"

class NVTileAA_Op<string mnemonic, list<Trait> traits = []> : Op<NVTileAA_Dialect, mnemonic, traits>;

/// A size of a grid, cluster or block.
def NVTileAA_Size : AnyTypeOf<[Index, I32, I64]>;

def NVTileAA_LaunchFuncOp : NVTileAA_Op<"launch_func", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    GPU_AsyncOpInterface,
    AllTypesMatch<["gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"]>]> {
  let summary = "Launches a kernel with the operands of gpu.launch_func";
  let description = [{
    Launches `kernel` on a grid of thread blocks. The thirteen operand segments are those of `gpu.launch_func`, in its
    order: asynchronous dependencies, grid x, y, z, block x, y, z, cluster x, y, z, dynamic shared memory in bytes,
    kernel operands, asynchronous object. The grid counts thread blocks, the block threads, the cluster thread blocks.

    The cluster has three sizes or none. With `async`, the operation returns a token and does not block the host.

    The symbol must be a kernel in a module: a function with `gpu.kernel` or `nvvm.kernel`. The number and the types of
    its arguments must be those of the kernel operands. They are not checked for a kernel in a `gpu.binary`, which has
    no signature.

    Example:

    ```mlir
    %token = nv_tileaa.launch_func async [%ready] @kernels::@gemm
        clusters in (%c2, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1)
        dynamic_shared_memory_size %bytes args(%a : !llvm.ptr, %n : i32)
    ```
  }];

  let arguments = (ins
    Variadic<GPU_AsyncToken>:$asyncDependencies,
    SymbolRefAttr:$kernel,
    NVTileAA_Size:$gridSizeX,
    NVTileAA_Size:$gridSizeY,
    NVTileAA_Size:$gridSizeZ,
    NVTileAA_Size:$blockSizeX,
    NVTileAA_Size:$blockSizeY,
    NVTileAA_Size:$blockSizeZ,
    Optional<NVTileAA_Size>:$clusterSizeX,
    Optional<NVTileAA_Size>:$clusterSizeY,
    Optional<NVTileAA_Size>:$clusterSizeZ,
    Optional<I32>:$dynamicSharedMemorySize,
    Variadic<AnyType>:$kernelOperands,
    Optional<AnyType>:$asyncObject);
  let results = (outs Optional<GPU_AsyncToken>:$asyncToken);

  let assemblyFormat = [{
    custom<AsyncDependencies>(type($asyncToken), $asyncDependencies)
    (`<` $asyncObject^ `:` type($asyncObject) `>`)?
    $kernel
    (`clusters` `in` custom<ClusterSizes>($clusterSizeX, $clusterSizeY, $clusterSizeZ)^)?
    `blocks` `in` custom<Sizes>($gridSizeX, $gridSizeY, $gridSizeZ)
    `threads` `in` custom<Sizes>($blockSizeX, $blockSizeY, $blockSizeZ)
    custom<SizeType>(type($gridSizeX), ref($clusterSizeX), type($clusterSizeX), type($clusterSizeY),
                     type($clusterSizeZ))
    (`dynamic_shared_memory_size` custom<Bytes>($dynamicSharedMemorySize)^)?
    custom<KernelOperands>($kernelOperands, type($kernelOperands))
    attr-dict
  }];
  let hasVerifier = 1;
}

#endif // NV_TILEAA_OPS
