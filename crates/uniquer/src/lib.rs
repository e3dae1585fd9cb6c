//! A set in which equal things are one thing: what is behind the attributes and types of tools that have an MLIR of their
//! own.
//!
//! Accepts items as addresses, with a hash of 32 bits each; what they are, and which are equal, the caller says. Guarantees
//! that of equal items one is kept, which every thread gets from then on, and that a search waits for no other thread.
//! Nothing is ever taken out. Leaves out on purpose: where items live, and their end.
//!
//! A search that finds nothing waits for memory about once: the hash stands beside the address, an item is looked at only
//! if its hash is equal, and where a slot is taken, the next one is tried. MLIR's own sets compare every item they come
//! across, and come across five; docs/PERFORMANCE.md says why.

#![forbid(unsafe_code)]

use std::array;
use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The address of what is in a set.
pub type Item = NonNull<c_void>;

/// Parts of a set, with a lock each for who puts something in: 2 to the power of `SHARD_BITS`.
const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 3;

/// Slots of the first table of a shard; each further one has twice as many.
const FIRST: usize = 16;

/// Tables of a shard: the last one is more than any memory holds.
const TABLES: usize = 32;

/// The set. One without items takes no memory but its own.
#[derive(Default)]
pub struct Set {
    shards: OnceLock<Box<[Shard; SHARDS]>>,
}

impl Set {
    /// The item with this hash for which `is_it` holds; without one, that which `make` makes, which is kept.
    ///
    /// `is_it` can be asked about an item twice. Neither function may come back to the same set: `make` runs under a lock.
    pub fn find_or_insert(&self, hash: u32, is_it: impl Fn(Item) -> bool, make: impl FnOnce() -> Item) -> Item {
        let hash = spread(hash);
        let Shard { tables, count } = &self.shards.get_or_init(shards)[shard(hash)];
        let seen = tables.newest();
        match search(seen, hash as usize, hash, &is_it) {
            Ok(item) => item,
            Err(empty) => {
                let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
                // Another thread may have been here meanwhile.
                let table = tables.newest();
                let begin = if ptr::eq(seen, table) { empty } else { hash as usize };
                match search(table, begin, hash, &is_it) {
                    Ok(item) => item,
                    Err(empty) => tables.insert(&mut count, table, empty, hash, make()),
                }
            }
        }
    }

    /// The same where no other thread has the set: without a lock, and memory of outgrown tables is given back.
    pub fn find_or_insert_alone(
        &mut self,
        hash: u32,
        is_it: impl Fn(Item) -> bool,
        make: impl FnOnce() -> Item,
    ) -> Item {
        let hash = spread(hash);
        self.shards.get_or_init(shards);
        let Some(shards) = self.shards.get_mut() else { unreachable!("they were made above") };
        let Shard { tables, count } = &mut shards[shard(hash)];
        let table = tables.newest();
        match search(table, hash as usize, hash, is_it) {
            Ok(item) => item,
            Err(empty) => {
                let count = count.get_mut().unwrap_or_else(PoisonError::into_inner);
                let item = tables.insert(count, table, empty, hash, make());
                tables.forget_older();
                item
            }
        }
    }

    /// All items, in no order.
    pub fn items(&self) -> impl Iterator<Item = Item> {
        let shards = self.shards.get().into_iter().flat_map(|shards| shards.iter());
        shards.flat_map(|shard| shard.tables.newest()).filter_map(Slot::item)
    }
}

/// Bits that all matter: the highest choose the shard, the lowest the slot, and hashes of addresses have some that are
/// always equal. Different hashes stay different but for a few.
#[inline]
fn spread(hash: u32) -> u32 {
    (u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

#[derive(Default)]
struct Slot {
    /// Means something where there is an item.
    hash: AtomicU32,
    item: AtomicPtr<c_void>,
}

impl Slot {
    #[inline]
    fn item(&self) -> Option<Item> {
        NonNull::new(self.item.load(Ordering::Acquire))
    }

    fn fill(&self, hash: u32, item: Item) {
        self.hash.store(hash, Ordering::Relaxed);
        // Who sees the item sees its hash and what it points to.
        self.item.store(item.as_ptr(), Ordering::Release);
    }
}

/// Looks at the slots from `begin` on up to an empty one, of which every table has some: the item, or the empty slot.
fn search(table: &[Slot], begin: usize, hash: u32, is_it: impl Fn(Item) -> bool) -> Result<Item, usize> {
    let mut at = begin;
    loop {
        at &= table.len() - 1;
        match table[at].item() {
            None => return Err(at),
            Some(item) if table[at].hash.load(Ordering::Relaxed) == hash && is_it(item) => return Ok(item),
            Some(_) => at += 1,
        }
    }
}

fn put(table: &[Slot], hash: u32, item: Item) {
    if let Err(empty) = search(table, hash as usize, hash, |_| false) {
        table[empty].fill(hash, item);
    }
}

#[derive(Default)]
struct Shard {
    tables: Tables,
    /// The number of items; who adds one holds the lock.
    count: Mutex<usize>,
}

fn shards() -> Box<[Shard; SHARDS]> {
    Box::new(array::from_fn(|_| Shard::default()))
}

#[inline]
fn shard(hash: u32) -> usize {
    (hash >> (u32::BITS - SHARD_BITS)) as usize
}

/// Tables of which the newest has all items. The older ones stay for threads that look at them still.
#[derive(Default)]
struct Tables {
    tables: [OnceLock<Box<[Slot]>>; TABLES],
    newest: AtomicUsize,
}

impl Tables {
    /// A table, empty when it is first asked for.
    #[inline]
    fn table(&self, number: usize) -> &[Slot] {
        self.tables[number].get_or_init(|| (0..FIRST << number).map(|_| Slot::default()).collect())
    }

    #[inline]
    fn newest(&self) -> &[Slot] {
        self.table(self.newest.load(Ordering::Acquire))
    }

    /// Puts an item into the newest table, of which `empty` is the slot for it, or a larger one: a third is empty always.
    fn insert(&self, count: &mut usize, newest: &[Slot], empty: usize, hash: u32, item: Item) -> Item {
        *count += 1;
        if *count * 3 > newest.len() * 2 {
            put(self.grow(newest), hash, item);
        } else {
            newest[empty].fill(hash, item);
        }
        item
    }

    /// The next table, with the items of the newest.
    fn grow(&self, newest: &[Slot]) -> &[Slot] {
        let next = self.newest.load(Ordering::Relaxed) + 1;
        let larger = self.table(next);
        for slot in newest {
            if let Some(item) = slot.item() {
                put(larger, slot.hash.load(Ordering::Relaxed), item);
            }
        }
        self.newest.store(next, Ordering::Release);
        larger
    }

    fn forget_older(&mut self) {
        let newest = *self.newest.get_mut();
        // Below one that is gone, all are.
        for older in self.tables[..newest].iter_mut().rev() {
            if older.take().is_none() {
                break;
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::{Item, SHARDS, Set};
    use proptest::prelude::*;
    use std::collections::{BTreeSet, HashMap};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::ptr::NonNull;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    /// An address that stands for a number.
    fn item(number: usize) -> Item {
        NonNull::new(std::ptr::without_provenance_mut(number * 8 + 8)).unwrap()
    }

    fn number(item: Item) -> usize {
        item.as_ptr().addr() / 8 - 1
    }

    #[test]
    fn an_empty_set_has_no_items() {
        assert_eq!(Set::default().items().count(), 0);
    }

    proptest! {
        /// Keys with bad hashes (a few bits, low or high) against a map of the standard library.
        #[test]
        fn of_equal_things_one_is_kept(
            keys in prop::collection::vec(0..300_u32, 0..2000), bits in 0..12_u32, shift in 0..24_u32,
            alone in prop::option::of(1..500_usize)
        ) {
            let mut set = Set::default();
            let mut expected = HashMap::new();
            for (made, key) in keys.iter().enumerate() {
                let hash = (key & ((1 << bits) - 1)) << shift;
                let is_it = |other| keys[number(other)] == *key;
                let found = if alone.is_some_and(|turn| made / turn % 2 == 0) {
                    set.find_or_insert_alone(hash, is_it, || item(made))
                } else {
                    set.find_or_insert(hash, is_it, || item(made))
                };
                prop_assert_eq!(number(found), *expected.entry(key).or_insert(made));
            }
            let items: BTreeSet<_> = set.items().map(number).collect();
            prop_assert_eq!(set.items().count(), items.len());
            prop_assert_eq!(items, expected.into_values().collect());
        }
    }

    #[test]
    fn what_is_made_under_a_hash_is_compared_under_no_other() {
        let set = Set::default();
        for key in 0..10_000 {
            set.find_or_insert(key, |_| panic!("no hash is equal"), || item(key as usize));
        }
        assert_eq!(set.items().count(), 10_000);
    }

    #[test]
    fn all_threads_get_the_same_and_no_item_is_made_twice() {
        const KEYS: usize = 20_000;
        const THREADS: usize = 8;
        for hash_of in [|key| key as u32, |key| key as u32 / 16, |key| (key as u32).reverse_bits()] {
            let hash_of: fn(usize) -> u32 = hash_of;
            let set = Set::default();
            let made: Vec<AtomicUsize> = (0..KEYS).map(|_| AtomicUsize::new(0)).collect();
            let start = Barrier::new(THREADS);
            let ask = |thread: usize| {
                start.wait();
                // Each in an order of its own.
                let keys = (0..KEYS).map(|at| (at * (2 * thread + 1) * 7 + thread) % KEYS);
                keys.for_each(|key| {
                    let make = || {
                        made[key].fetch_add(1, Ordering::Relaxed);
                        item(key)
                    };
                    let found = set.find_or_insert(hash_of(key), |other| number(other) == key, make);
                    assert_eq!(number(found), key);
                });
            };
            thread::scope(|scope| (0..THREADS).for_each(|thread| drop(scope.spawn(move || ask(thread)))));
            let items: BTreeSet<_> = set.items().map(number).collect();
            let asked: BTreeSet<_> = (0..KEYS).filter(|key| made[*key].load(Ordering::Relaxed) > 0).collect();
            assert_eq!(items, asked);
            assert_eq!(set.items().count(), asked.len());
            assert!(made.iter().all(|times| times.load(Ordering::Relaxed) <= 1));
        }
    }

    #[test]
    fn alone_no_outgrown_table_stays() {
        let mut set = Set::default();
        for key in 0..1000 {
            set.find_or_insert(key, |_| false, || item(key as usize));
        }
        let tables = |set: &Set| {
            let shards = set.shards.get().unwrap().iter();
            shards.flat_map(|shard| &shard.tables.tables).filter(|table| table.get().is_some()).count()
        };
        assert!(tables(&set) > SHARDS);
        for key in 0..10_000 {
            set.find_or_insert_alone(key, |_| false, || item(key as usize));
        }
        assert_eq!(tables(&set), SHARDS);
        assert_eq!(set.items().count(), 11_000);
    }

    #[test]
    fn a_panic_leaves_the_set_usable() {
        let mut set = Set::default();
        let fail = || set.find_or_insert(1, |_| false, || panic!("planted"));
        assert!(catch_unwind(AssertUnwindSafe(fail)).is_err());
        assert_eq!(set.items().count(), 0);
        assert_eq!(set.find_or_insert(1, |_| false, || item(1)), item(1));
        assert_eq!(set.find_or_insert_alone(1, |_| true, || item(2)), item(1));
    }
}
