#include "mlir/Support/StorageUniquer.h"
#include "mlir/Support/ThreadLocalCache.h"
#include "mlir/Support/TypeID.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/RWMutex.h"
#include <atomic>
#include <mutex>
#include <vector>

using namespace mlir;
using BaseStorage = StorageUniquer::BaseStorage;
using Alloc = StorageUniquer::StorageAllocator;

namespace {
struct Slot { std::atomic<uint32_t> hash; std::atomic<BaseStorage *> p; };
struct Table {
  explicit Table(uint32_t n) : mask(n - 1), slots((Slot *)calloc(n, sizeof(Slot))) {}
  ~Table() { free(slots); }
  uint32_t mask; Slot *slots;
};
inline uint32_t mix(uint32_t h) { uint64_t m = uint64_t(h) * 0x9E3779B97F4A7C15ull; return uint32_t(m >> 32); }

struct alignas(64) Shard {
  std::atomic<Table *> table{nullptr};
  uint32_t count = 0;
  std::mutex m;
  std::vector<Table *> old;
  ~Shard() { delete table.load(); for (auto *t : old) delete t; }
  BaseStorage *find(uint32_t h, llvm::function_ref<bool(const BaseStorage *)> eq) {
    Table *t = table.load(std::memory_order_acquire);
    if (!t) return nullptr;
    for (uint32_t i = h & t->mask;; i = (i + 1) & t->mask) {
      BaseStorage *p = t->slots[i].p.load(std::memory_order_acquire);
      if (!p) return nullptr;
      if (t->slots[i].hash.load(std::memory_order_relaxed) == h && eq(p)) return p;
    }
  }
  static void put(Table *t, uint32_t h, BaseStorage *p) {
    uint32_t i = h & t->mask;
    while (t->slots[i].p.load(std::memory_order_relaxed)) i = (i + 1) & t->mask;
    t->slots[i].hash.store(h, std::memory_order_relaxed);
    t->slots[i].p.store(p, std::memory_order_release);
  }
  void insert(uint32_t h, BaseStorage *p, bool threads) {
    Table *t = table.load(std::memory_order_relaxed);
    if (!t || count * 3 >= (t->mask + 1) * 2) {
      Table *n = new Table(t ? (t->mask + 1) * 2 : 64);
      if (t) for (uint32_t i = 0; i <= t->mask; ++i) if (auto *q = t->slots[i].p.load(std::memory_order_relaxed)) put(n, t->slots[i].hash.load(std::memory_order_relaxed), q);
      table.store(n, std::memory_order_release);
      if (t) { if (threads) old.push_back(t); else delete t; }
      t = n;
    }
    ++count;
    put(t, h, p);
  }
};
struct Param {
  Shard shards[8];
  llvm::function_ref<void(BaseStorage *)> dtor;
  ~Param() { if (!dtor) return; for (auto &s : shards) if (Table *t = s.table.load()) for (uint32_t i = 0; i <= t->mask; ++i) if (auto *p = t->slots[i].p.load()) dtor(p); }
};
} // namespace

namespace mlir { namespace detail {
struct StorageUniquerImpl {
  Alloc &alloc() {
    if (!threads) return allocator;
    Alloc *&a = local.get();
    if (!a) { a = new Alloc; std::lock_guard<std::mutex> l(m); allocs.emplace_back(a); }
    return *a;
  }
  llvm::DenseMap<TypeID, std::unique_ptr<Param>> params;
  llvm::DenseMap<TypeID, BaseStorage *> singles;
  Alloc allocator;
  std::mutex m;
  std::vector<std::unique_ptr<Alloc>> allocs;
  ThreadLocalCache<Alloc *> local;
  bool threads = true;
  ~StorageUniquerImpl() { params.clear(); }
};
}}
StorageUniquer::StorageUniquer() : impl(new detail::StorageUniquerImpl) {}
StorageUniquer::~StorageUniquer() = default;
void StorageUniquer::disableMultithreading(bool d) { impl->threads = !d; }
BaseStorage *StorageUniquer::getParametricStorageTypeImpl(TypeID id, unsigned hash, function_ref<bool(const BaseStorage *)> eq, function_ref<BaseStorage *(Alloc &)> ctor) {
  Param &p = *impl->params.find(id)->second;
  uint32_t h = mix(hash);
  Shard &s = p.shards[h >> 29];
  if (BaseStorage *f = s.find(h, eq)) return f;
  if (!impl->threads) { BaseStorage *n = ctor(impl->alloc()); s.insert(h, n, false); return n; }
  std::lock_guard<std::mutex> l(s.m);
  if (BaseStorage *f = s.find(h, eq)) return f;
  BaseStorage *n = ctor(impl->alloc()); s.insert(h, n, true); return n;
}
void StorageUniquer::registerParametricStorageTypeImpl(TypeID id, function_ref<void(BaseStorage *)> d) {
  auto &p = impl->params[id]; if (!p) { p.reset(new Param); p->dtor = d; }
}
BaseStorage *StorageUniquer::getSingletonImpl(TypeID id) { return impl->singles.lookup(id); }
bool StorageUniquer::isSingletonStorageInitialized(TypeID id) { return impl->singles.count(id); }
bool StorageUniquer::isParametricStorageInitialized(TypeID id) { return impl->params.count(id); }
void StorageUniquer::registerSingletonImpl(TypeID id, function_ref<BaseStorage *(Alloc &)> ctor) { impl->singles.try_emplace(id, ctor(impl->alloc())); }
LogicalResult StorageUniquer::mutateImpl(TypeID id, BaseStorage *s, function_ref<LogicalResult(Alloc &)> f) {
  if (!impl->threads) return f(impl->alloc());
  std::lock_guard<std::mutex> l(impl->m);
  return f(impl->alloc());
}
int tileirasUniquerHere = 0;
