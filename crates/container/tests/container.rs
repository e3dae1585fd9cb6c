//! Files in each other, excluded names, and damaged files.

#![expect(clippy::expect_used, reason = "a test")]

use std::io::Write as _;
use std::path::Path;

use proptest::prelude::*;
use tileiras_container::{Bytes, Exclude, Kept, Share, Store, Tree, expand};
use tileiras_test_support::folder::Folder;
use zip::write::SimpleFileOptions;

const LIMIT: u64 = 1 << 20;

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut file = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    file.write_all(content).expect("memory");
    file.finish().expect("memory")
}

/// A zip archive, whose members are compressed.
fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in members {
        file.start_file(*name, SimpleFileOptions::default()).expect("memory");
        file.write_all(content).expect("memory");
    }
    file.finish().expect("memory").into_inner()
}

fn tarred(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = tar::Builder::new(Vec::new());
    for (name, content) in members {
        let mut header = tar::Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        file.append_data(&mut header, name, *content).expect("memory");
    }
    file.into_inner().expect("memory")
}

fn tree(content: Vec<u8>, exclude: &[&str]) -> Tree<'static> {
    let exclude = exclude.iter().map(|pattern| (*pattern).to_owned()).collect::<Vec<_>>();
    let exclude = Exclude::new(&exclude).expect("patterns");
    Tree::new("file".to_owned(), Bytes::from(content), LIMIT, exclude)
}

/// The names of all items, and the problems.
fn names(tree: &mut Tree<'_>) -> Vec<String> {
    let mut names = Vec::new();
    tree.visit(&mut |_, item| {
        names.push(match item {
            Ok(item) => item.name.clone(),
            Err(problem) => format!("{}: {}", problem.name, problem.text),
        });
    });
    names
}

/// Files in files in files.
fn nested() -> Vec<u8> {
    let inner = zipped(&[("a/k.ptx", b"one"), ("b.txt", b"two")]);
    gzip(&tarred(&[("inner.zip", &inner), ("k.ptx.gz", &gzip(b"three"))]))
}

#[test]
fn every_item_is_found_and_read_at_its_place() {
    let mut tree = tree(nested(), &[]);
    let mut found = Vec::new();
    tree.visit(&mut |place, item| {
        let item = item.expect("nothing is damaged");
        found.push((place.to_vec(), item.name.clone(), item.bytes.clone()));
    });
    let names: Vec<&str> = found.iter().map(|(_, name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["file(file)(inner.zip)(a/k.ptx)", "file(file)(inner.zip)(b.txt)", "file(file)(k.ptx.gz)(k.ptx)"]
    );
    // In any order.
    for (place, name, bytes) in found.iter().rev().chain(&found) {
        let item = tree.read(place).expect("it is there");
        assert_eq!((&item.name, &item.bytes), (name, bytes));
    }
    assert!(tree.read(&[0, 9]).is_err() && tree.read(&[0, 0, 0, 0]).is_err());
}

#[test]
fn containers_are_read_from_a_store() {
    let visit = |limit| {
        let store = Store::new(limit).expect("Linux has it");
        let mut found = Vec::new();
        let mut searched = tree(nested(), &[]).with_store(Some(&store), Kept::default());
        searched.visit(&mut |place, item| {
            let item = item.expect("nothing is damaged");
            found.push((place.to_vec(), item.name.clone(), item.bytes.clone()));
        });
        let kept = searched.into_kept();
        // Of a file that has something else now, only the store has what was found.
        for content in [nested(), gzip(b"something else")] {
            let mut again = tree(content.clone(), &[]).with_store(Some(&store), kept.clone());
            for (place, name, bytes) in &found {
                let read = again.read(place);
                match content == nested() || limit > 0 {
                    true => {
                        let item = read.expect("it is there");
                        assert_eq!((&item.name, &item.bytes), (name, bytes));
                    }
                    false => assert!(read.is_err()),
                }
            }
        }
    };
    visit(0);
    visit(1 << 20);
}

#[test]
fn shares_are_all_members_together() {
    let zip = zipped(&[("a/k.ptx", b"one"), ("b.txt", b"two"), ("c.ptx.gz", &gzip(b"three")), ("d.gz", b"\x1f\x8b")]);
    let damaged = zip[..zip.len() - 9].to_vec();
    for content in [zip, damaged, nested(), b".version 9.0".to_vec()] {
        let visit = |share| {
            let mut found = Vec::new();
            tree(content.clone(), &[]).visit_share(share, &mut |place, item| {
                let text = item.map_or_else(|problem| problem.text, |item| item.name.clone());
                found.push((place.to_vec(), text));
            });
            found
        };
        for count in [0, 1, 2, 3, 8] {
            let mut found: Vec<_> = Share::split(count).flat_map(visit).collect();
            found.sort();
            assert_eq!(found, visit(Share::ALL), "{count}");
            assert_eq!(Share::split(count).filter(|share| share.is_last()).count(), 1);
        }
    }
}

#[test]
fn a_file_that_contains_no_others_is_an_item_itself() {
    let mut tree = tree(b".version 9.0".to_vec(), &[]);
    assert_eq!(names(&mut tree), ["file"]);
    assert_eq!(tree.read(&[]).expect("it is there").bytes, b".version 9.0".as_slice());
}

#[test]
fn excluded_members_are_left_out() {
    for (patterns, left) in [
        (vec!["*.txt"], vec!["a/k.ptx"]),
        (vec!["a"], vec!["b.txt"]),
        (vec!["a/*"], vec!["b.txt"]),
        (vec!["k.ptx"], vec!["b.txt"]),
        (vec!["**/k.ptx"], vec!["b.txt"]),
        (vec!["c/k.ptx", "x?"], vec!["a/k.ptx", "b.txt"]),
    ] {
        let mut tree = tree(zipped(&[("a/k.ptx", b"one"), ("b.txt", b"two")]), &patterns);
        let expected: Vec<String> = left.iter().map(|name| format!("file({name})")).collect();
        assert_eq!(names(&mut tree), expected, "{patterns:?}");
    }
    assert!(Exclude::new(&["a[".to_owned()]).is_err());
}

#[test]
fn members_before_a_damaged_one_are_found() {
    let archive = tarred(&[("a", b"one"), ("b", &[b'x'; 2000])]);
    let found = names(&mut tree(archive[..1200].to_vec(), &[]));
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], "file(a)");
}

#[test]
fn a_member_above_the_limit_is_a_problem() {
    let large = vec![0; LIMIT as usize + 1];
    for file in [gzip(&large), zipped(&[("large", &large)])] {
        let mut is_too_large = false;
        tree(file, &[]).visit(&mut |_, item| is_too_large |= item.is_err_and(|problem| problem.is_too_large));
        assert!(is_too_large);
    }
}

#[test]
fn every_part_of_a_compressed_file_is_read() {
    let zstd = |content: &[u8]| ruzstd::encoding::compress_to_vec(content, ruzstd::encoding::CompressionLevel::Fastest);
    let skippable = [&[0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"xyz"].concat();
    for (form, file) in [
        ("gzip", [gzip(b"one"), gzip(b"two"), vec![0; 100]].concat()),
        ("zstd", [zstd(b"one"), skippable.clone(), zstd(b"two")].concat()),
        ("a skippable frame first", [skippable, zstd(b"onetwo")].concat()),
    ] {
        let mut content = Vec::new();
        tree(file, &[]).visit(&mut |_, item| content.extend_from_slice(&item.expect("nothing is damaged").bytes));
        assert_eq!(content, b"onetwo", "{form}");
    }
}

#[test]
fn a_text_that_begins_like_another_form_is_an_item() {
    for text in ["BZh hello", "MZ is a code", "d\u{86}"] {
        assert_eq!(names(&mut tree(text.as_bytes().to_vec(), &[])), ["file"], "{text}");
    }
}

#[test]
fn excluded_members_are_not_read() {
    let file = zipped(&[("large", &vec![0; LIMIT as usize + 1]), ("small", b"one")]);
    assert_eq!(names(&mut tree(file, &["large"])), ["file(small)"]);
}

#[test]
fn a_nest_that_is_too_deep_is_a_problem() {
    let deep = (0..40).fold(b"one".to_vec(), |content, _| gzip(&content));
    let found = names(&mut tree(deep, &[]));
    assert!(found.len() == 1 && found[0].ends_with("is nested too deeply"), "{found:?}");
}

#[test]
fn links_in_circles_and_to_nothing_are_left_out() {
    let folder = Folder::new();
    std::fs::create_dir(folder.join("a")).expect("a folder");
    folder.file("a/k.ptx", "one");
    std::os::unix::fs::symlink(folder.path(), folder.join("a/again")).expect("a link");
    std::os::unix::fs::symlink("nothing", folder.join("a/gone.ptx")).expect("a link");
    std::os::unix::fs::symlink("k.ptx", folder.join("a/linked.ptx")).expect("a link");
    let found = |argument: &Path| {
        let found = expand(argument, &Exclude::default(), |path, error| panic!("{}: {error}", path.display()));
        let below = |path: &Path| path.strip_prefix(folder.path()).map(|path| path.display().to_string());
        found.iter().map(|file| below(&file.path).expect("in the folder")).collect::<Vec<_>>()
    };
    let both = ["a/k.ptx", "a/linked.ptx"];
    assert_eq!(found(folder.path()), both);
    assert_eq!(found(&folder.join("**/*.ptx")), both);
    assert_eq!(found(&folder.join("?//./k.*")), ["a/k.ptx"]);
    assert_eq!(found(&folder.join("[a]")), both);
    assert!(found(&folder.join("*.cubin")).is_empty());
}

proptest! {
    #[test]
    fn damaged_files_are_read_or_refused(at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>()) {
        let inner = zipped(&[("a/k.ptx", b"one"), ("b.txt", b"two")]);
        for mut file in [inner.clone(), tarred(&[("inner.zip", &inner)]), gzip(&inner), nested()] {
            let position = at.index(file.len());
            file[position] = byte;
            file.truncate(cut.index(file.len()) + 1);
            let mut tree = tree(file, &[]);
            let mut places = Vec::new();
            tree.visit(&mut |place, item| places.extend(item.is_ok().then(|| place.to_vec())));
            for place in places {
                prop_assert!(tree.read(&place).is_ok());
            }
        }
    }
}
