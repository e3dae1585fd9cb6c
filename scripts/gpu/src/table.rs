//! The answers of the driver beside those of this project, as tab-separated values.

use std::fmt::{self, Display, Formatter};

/// One question, with both answers.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Row {
    /// What it is about: `device`, or the name of a kernel.
    pub subject: String,
    /// What is asked: an attribute, an occupancy, the size or number of clusters, or a launch.
    pub question: String,
    /// The answer of this project: a number, `CUDA_SUCCESS`, or the rules that reject the launch.
    pub expected: String,
    /// The answer of the driver.
    pub measured: String,
    /// Whether the two agree.
    pub same: bool,
}

impl Row {
    /// A question whose answer is a number or an error.
    pub fn of_number(
        subject: impl Into<String>,
        question: impl Into<String>,
        expected: i64,
        measured: Result<i32, crate::Error>,
    ) -> Self {
        let same = measured.as_ref().is_ok_and(|&found| i64::from(found) == expected);
        Self {
            subject: subject.into(),
            question: question.into(),
            expected: expected.to_string(),
            measured: measured.map_or_else(|error| error.to_string(), |number| number.to_string()),
            same,
        }
    }
}

/// Five columns with tabs between them: `subject question expected measured result`.
impl Display for Row {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { subject, question, expected, measured, same } = self;
        let same = if *same { "same" } else { "differs" };
        write!(f, "{subject}\t{question}\t{expected}\t{measured}\t{same}")
    }
}

/// All questions, and of what they were asked.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Table {
    /// The chip: `sm_90`.
    pub chip: String,
    /// The device and the driver: `NVIDIA H200, CUDA 13.0`.
    pub device: String,
    /// The questions, in the order in which they were asked.
    pub rows: Vec<Row>,
}

impl Table {
    /// The questions with different answers.
    pub fn differences(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| !row.same)
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Measured by `make gpu`. Chip: {}. Device: {}.", self.chip, self.device)?;
        writeln!(f, "subject\tquestion\texpected\tmeasured\tresult")?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}
