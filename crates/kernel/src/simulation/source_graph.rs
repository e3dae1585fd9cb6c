//! A directed graph whose edges lead from what is computed to what it is computed from.

use smallvec::SmallVec;

/// A node of the graph.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Node(u32);

impl Node {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The graph.
#[derive(Clone, Default)]
pub(super) struct SourceGraph {
    /// For each node, those that it comes from.
    sources: Vec<SmallVec<[Node; 2]>>,
}

impl SourceGraph {
    /// The number of nodes.
    pub const fn len(&self) -> usize {
        self.sources.len()
    }

    /// Each node.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        (0..u32::try_from(self.sources.len()).unwrap_or(u32::MAX)).map(Node)
    }

    /// The node with that number, if there can be one.
    pub fn node(index: usize) -> Option<Node> {
        Some(Node(u32::try_from(index).ok()?))
    }

    /// Adds nodes without sources. Returns the number of the first one; none if the graph would be too large.
    pub fn grow(&mut self, count: usize) -> Option<usize> {
        let first = self.sources.len();
        u32::try_from(first + count).ok()?;
        self.sources.resize(first + count, SmallVec::new());
        Some(first)
    }

    /// A node comes from another one.
    pub fn add(&mut self, to: Option<Node>, from: Option<Node>) {
        if let (Some(to), Some(from)) = (to, from)
            && let Some(sources) = self.sources.get_mut(to.index())
        {
            sources.push(from);
        }
    }

    /// The nodes that a node comes from, in the order in which they were added.
    pub fn sources(&self, node: Node) -> &[Node] {
        self.sources.get(node.index()).map_or(&[], SmallVec::as_slice)
    }

    /// For each node, those that come from it.
    pub fn users(&self) -> Vec<SmallVec<[Node; 2]>> {
        let mut users = vec![SmallVec::new(); self.sources.len()];
        for user in self.nodes() {
            for source in self.sources(user) {
                if let Some(users) = users.get_mut(source.index()) {
                    SmallVec::push(users, user);
                }
            }
        }
        users
    }
}
