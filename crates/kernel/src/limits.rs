//! Every limit of the analysis. What exceeds one is not known, and nothing is said of it: with them, the time and the
//! memory for a kernel grow at most linearly with its code.

// Copies of code: iterations of loops, and branches for the contents of tables.

/// How many iterations are copied. If the third stage of a ring of three stages is never free, the producer waits for
/// it in the sixth iteration, which is the first one of the loop that is left.
pub(crate) const PEELED_ITERATIONS: usize = 5;

/// The most blocks of a branch that are copied.
pub(crate) const BRANCH_BLOCKS: usize = 16;

/// The most loads of a function that decide on branches.
pub(crate) const DECIDING_LOADS: usize = 16;

/// The most contents of a table.
pub(crate) const TABLE_CONTENTS: usize = 8;

/// The most elements of a table.
pub(crate) const TABLE_ELEMENTS: usize = 64;

/// The longest expression for the index of a table.
pub(crate) const TABLE_INDEX_DEPTH: usize = 16;

// Values: how far an expression is followed, and how often the values of a loop are computed.

/// The most rounds in which equal parameters of blocks are joined. Each one finds all that those before it have made
/// equal.
pub(crate) const SIMPLIFY_ROUNDS: usize = 8;

/// How often an interval grows until nothing is known of the value: more than the stages of a ring.
pub(crate) const RANGE_GROWTH: u8 = 32;

/// How often the intervals of all values are computed. If some interval still grows then, only constants are known.
pub(crate) const RANGE_ROUNDS: usize = 256;

/// The most operands from which the number of a thread is computed.
pub(crate) const NUMBER_OPERANDS: usize = 3;

/// The longest expression for an address.
pub(crate) const ADDRESS_DEPTH: usize = 64;

/// The most values from which a number in a first iteration is computed. Those of one question are known in the next.
pub(crate) const FIRST_VALUES: usize = 4_096;

/// The most values from which a number at a first visit, or one that a thread takes to the next block, is computed.
/// Each question begins anew.
pub(crate) const NUMBER_VALUES: usize = 64;

/// The most branches before a block that narrow the range of a number there.
pub(crate) const NARROWING_CONDITIONS: usize = 16;

/// The longest expression for a condition that never holds.
pub(crate) const NEVER_DEPTH: usize = 8;

/// The most values of the condition of a loop that waits.
pub(crate) const SPIN_VALUES: usize = 256;

/// The most values of a sum that is taken apart.
pub(crate) const SUM_TERMS: usize = 64;

/// The most loops in which a value varies. With more, they are not known.
pub(crate) const VARIANCE_LOOPS: usize = 4;

// Execution: which threads get where, all together.

/// The most passes over a function. Nothing is known of a value that is not stable by then.
pub(crate) const EXECUTION_PASSES: usize = 12;

/// The most loops in one another that are told apart. Deeper ones are left by each thread when it likes.
pub(crate) const LOOP_NESTING: usize = 32;

/// The deepest nesting of calls that is followed. Functions in it, such as recursive ones, are entered by unknown
/// threads.
pub(crate) const EXECUTION_CALLS: usize = 32;

/// The most ways to enter one function that are told apart.
pub(crate) const CONTEXTS_OF_FUNCTION: usize = 16;

/// The most exits of a loop that are told apart.
pub(crate) const LOOP_EXITS: usize = 8;

/// The most CTAs of a cluster whose execution is told apart.
pub(crate) const SHAPE_CTAS: u32 = 16;

// Paths: the threads of a CTA one by one, and what each can do.

/// The most threads whose paths are followed.
pub(crate) const THREADS: usize = 32;

/// The most conditions that are assumed to hold, and then not to hold.
pub(crate) const ASSUMPTIONS: usize = 16;

/// The most conditions around a block that are looked at.
pub(crate) const ENCLOSING_CONDITIONS: usize = 8;

/// The most states of a machine that are told apart before one instruction. With more, nothing is certain.
pub(crate) const MACHINE_STATES: usize = 64;

/// The most conditions of one function that a path remembers.
pub(crate) const REMEMBERED_CONDITIONS: usize = 8;

/// The most parts of a condition.
pub(crate) const CONDITION_PARTS: usize = 8;

/// The most pairs of accesses that are compared.
pub(crate) const RACE_PAIRS: usize = 256;

/// The deepest nesting of calls when the instructions that remain are asked for.
pub(crate) const REMAINING_CALLS: usize = 64;

/// The most barriers of one name that are counted. Later ones are not told apart.
pub(crate) const COUNTED_BARRIERS: u8 = 12;

/// The most names of barriers. Those of others are not counted.
pub(crate) const BARRIER_NAMES: usize = 8;

/// How often the threads are followed for their knowledge of each other. If arrivals still tell more then, nothing is
/// known.
pub(crate) const KNOWLEDGE_ROUNDS: usize = 6;

// Protocols: barriers, mbarriers, tensor memory, wgmma, clusters, copies.

/// The ids of the barriers of a CTA: 0 to 15 (PTX ISA 9.7.13.1).
pub(crate) const BARRIER_IDS: u64 = 16;

/// The most blocks that one thread visits when its barriers are counted.
pub(crate) const PASSES_BLOCKS: u32 = 2_048;

/// The same for all threads of a CTA.
pub(crate) const PASSES_BLOCKS_OF_ALL: u32 = 1 << 17;

/// The deepest nesting of calls there.
pub(crate) const PASSES_CALLS: usize = 16;

/// The most starts of blocks from which the threads of a kernel are followed to a barrier, and the most waits.
pub(crate) const MEETING_STARTS: usize = 16;

/// The most starts next to one barrier.
pub(crate) const MEETING_STARTS_NEXT_TO: usize = 3;

/// The most blocks after a start that threads reach with unequal numbers of barriers.
pub(crate) const MEETING_UNEQUAL: usize = 16;

/// The most waits of a kernel for which the order of arrivals is computed.
pub(crate) const WAITS: usize = 128;

/// The deepest nesting of calls when the instructions before a wait are asked for.
pub(crate) const BEFORE_CALLS: usize = 24;

/// The most groups of threads of which it is certain that each takes one path.
pub(crate) const BEFORE_GROUPS: usize = THREADS / 2;

/// The most barriers of the CTA that are counted before a wait.
pub(crate) const BEFORE_BARRIERS: u8 = 6;

/// The most pending groups that are known. The oldest ones are taken to be complete.
pub(crate) const WGMMA_GROUPS: usize = 8;

/// The most accumulators of a thread that are followed. The oldest ones are taken to be complete.
pub(crate) const PRODUCTS: usize = 4;

/// The most loads and stores of a CTA that are told apart. The others have one bit together, the last one, and no
/// address.
pub(crate) const TENSOR_ACCESSES: usize = 63;

/// The most allocations of a kernel that are followed.
pub(crate) const ALLOCATIONS: usize = 16;

/// The most slots that are told apart. With more, nothing is known.
pub(crate) const CLC_SLOTS: usize = 16;

/// How often the values of a loop over requests to cancel are computed: what an edge tells decides which arguments a
/// parameter has.
pub(crate) const CLC_FLAG_ROUNDS: usize = 3;

/// A number of cluster barriers that is not counted further.
pub(crate) const CLUSTER_BARRIERS: u8 = 12;

/// Phases of the cluster barrier from this one on are not told apart: few states are left in loops.
pub(crate) const CLUSTER_PHASES: u8 = 8;

/// The most addresses in shared memory that are followed.
pub(crate) const COPY_ADDRESSES: usize = 8;

// Launches.

/// The most requests of `try_cancel` that succeed in a launch.
pub(crate) const CANCELED: u64 = 9;

/// The most instructions of all launches of a kernel.
pub(crate) const INSTRUCTIONS_OF_KERNEL: u32 = 4_000_000;

/// The most instructions of one launch.
pub(crate) const INSTRUCTIONS: u32 = 400_000;

/// The most blocks that the warps of one launch execute. A copy of some bytes counts as one.
pub(crate) const BLOCKS: u32 = 6_000;

/// As many bytes of a copy are as much work as a block.
pub(crate) const BYTES_OF_BLOCK: u64 = 1024;

/// The most bytes of a copy that are followed: as many as the shared memory of a CTA has.
pub(crate) const BYTES_OF_COPY: u64 = 227 * 1024;

/// The most CTAs of a cluster that is executed.
pub(crate) const CTAS: u32 = 4;

/// The deepest nesting of calls.
pub(crate) const CALLS: usize = 16;

/// The longest expression that is followed.
pub(crate) const EXPRESSION: usize = 256;

/// The most arguments that decide on branches: such as three sizes. More of them are not independent of each other.
pub(crate) const DECIDING_ARGUMENTS: u32 = 4;
