// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir::StorageUniquer over the sets of crate tileiras-uniquer, for tools that MLIR is part of: the linker takes it in
// place of the object of MLIR's archives that defines the same. All of the class must be here; were a member missing, the
// linker would find the others twice and say so.

#include "mlir/Support/StorageUniquer.h"
#include "mlir/Support/ThreadLocalCache.h"
#include "mlir/Support/TypeID.h"
#include "llvm/ADT/DenseMap.h"
#include <mutex>

using namespace mlir;
using BaseStorage = StorageUniquer::BaseStorage;
using StorageAllocator = StorageUniquer::StorageAllocator;

// src/uniquer.rs has these.
extern "C" {
struct TileirasSet;
TileirasSet *tileirasSetCreate();
void tileirasSetDestroy(TileirasSet *set);
BaseStorage *tileirasSetGet(TileirasSet *set, bool alone, uint32_t hash,
                            bool (*isIt)(const void *, const BaseStorage *), BaseStorage *(*make)(const void *),
                            const void *data);
void tileirasSetVisit(const TileirasSet *set, void (*visit)(const void *, BaseStorage *), const void *data);
}

namespace {

/// The storages of one kind of attribute or type.
class Kind {
public:
  /// `destroy` is null where there is nothing to do.
  explicit Kind(function_ref<void(BaseStorage *)> destroy) : destroy(destroy), set(tileirasSetCreate()) {}
  Kind(const Kind &) = delete;
  Kind &operator=(const Kind &) = delete;

  ~Kind() {
    if (destroy)
      tileirasSetVisit(
          set, [](const void *kind, BaseStorage *storage) { static_cast<const Kind *>(kind)->destroy(storage); }, this);
    tileirasSetDestroy(set);
  }

  BaseStorage *get(bool alone, unsigned hash, function_ref<bool(const BaseStorage *)> isEqual,
                   function_ref<BaseStorage *()> make) const {
    struct Wanted {
      function_ref<bool(const BaseStorage *)> isEqual;
      function_ref<BaseStorage *()> make;
    } wanted{isEqual, make};
    return tileirasSetGet(
        set, alone, hash,
        [](const void *data, const BaseStorage *storage) { return static_cast<const Wanted *>(data)->isEqual(storage); },
        [](const void *data) { return static_cast<const Wanted *>(data)->make(); }, &wanted);
  }

private:
  function_ref<void(BaseStorage *)> destroy;
  TileirasSet *set;
};

} // namespace

struct mlir::detail::StorageUniquerImpl {
  /// Each thread allocates for itself, so that what it makes in a row stands in a row.
  StorageAllocator &getAllocator() {
    if (!hasThreads)
      return allocator;
    StorageAllocator *&own = allocators.get();
    if (!own) {
      std::lock_guard<std::mutex> lock(mutex);
      own = owned.emplace_back(std::make_unique<StorageAllocator>()).get();
    }
    return *own;
  }

  bool hasThreads = true;
  StorageAllocator allocator;
  std::mutex mutex;
  std::vector<std::unique_ptr<StorageAllocator>> owned;
  ThreadLocalCache<StorageAllocator *> allocators;
  llvm::DenseMap<TypeID, BaseStorage *> singletons;
  // Last, so that storages are destroyed before their memory.
  llvm::DenseMap<TypeID, std::unique_ptr<Kind>> kinds;
};

StorageUniquer::StorageUniquer() : impl(std::make_unique<detail::StorageUniquerImpl>()) {}
StorageUniquer::~StorageUniquer() = default;

void StorageUniquer::disableMultithreading(bool disable) { impl->hasThreads = !disable; }

void StorageUniquer::registerParametricStorageTypeImpl(TypeID id, function_ref<void(BaseStorage *)> destructorFn) {
  std::unique_ptr<Kind> &kind = impl->kinds[id];
  if (!kind)
    kind = std::make_unique<Kind>(destructorFn);
}

bool StorageUniquer::isParametricStorageInitialized(TypeID id) { return impl->kinds.contains(id); }

BaseStorage *StorageUniquer::getParametricStorageTypeImpl(TypeID id, unsigned hashValue,
                                                          function_ref<bool(const BaseStorage *)> isEqual,
                                                          function_ref<BaseStorage *(StorageAllocator &)> ctorFn) {
  auto kind = impl->kinds.find(id);
  if (kind == impl->kinds.end())
    llvm::report_fatal_error("attribute or type of a dialect that is not loaded");
  return kind->second->get(!impl->hasThreads, hashValue, isEqual, [&] { return ctorFn(impl->getAllocator()); });
}

void StorageUniquer::registerSingletonImpl(TypeID id, function_ref<BaseStorage *(StorageAllocator &)> ctorFn) {
  BaseStorage *&singleton = impl->singletons[id];
  if (!singleton)
    singleton = ctorFn(impl->getAllocator());
}

bool StorageUniquer::isSingletonStorageInitialized(TypeID id) { return impl->singletons.contains(id); }

BaseStorage *StorageUniquer::getSingletonImpl(TypeID id) { return impl->singletons.lookup(id); }

LogicalResult StorageUniquer::mutateImpl(TypeID, BaseStorage *,
                                         function_ref<LogicalResult(StorageAllocator &)> mutationFn) {
  StorageAllocator &allocator = impl->getAllocator();
  std::lock_guard<std::mutex> lock(impl->mutex);
  return mutationFn(allocator);
}
