//! A JSON document that keeps the spelling of every name and reports where an error is.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

/// An error in a document, with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Location in the document, such as `$.payload.leaves[2].stat`.
    pub path: String,
    /// The expected value, or the parser's message for invalid JSON.
    pub expected: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: expected {}", self.path, self.expected)
    }
}

impl std::error::Error for JsonError {}

type Result<T> = core::result::Result<T, JsonError>;

#[derive(Clone, Debug)]
enum Value {
    Null,
    Bool(bool),
    Integer(i64),
    /// A number with a fraction or an exponent, or beyond 64 bits.
    OtherNumber,
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// A value in a document, with its path.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    value: Cow<'a>,
    path: String,
}

/// The document itself, or a part of it.
#[derive(Clone, Debug)]
enum Cow<'a> {
    Whole(Value),
    Part(&'a Value),
}

impl<'a> Node<'a> {
    /// A whole document.
    pub fn parse(text: &str) -> Result<Self> {
        let value = serde_json::from_str(text)
            .map_err(|error| JsonError { path: "$".into(), expected: format!("JSON ({error})") })?;
        Ok(Self { value: Cow::Whole(value), path: "$".into() })
    }

    fn value(&self) -> &Value {
        match &self.value {
            Cow::Whole(value) => value,
            Cow::Part(value) => value,
        }
    }

    /// An error at this place.
    pub fn error(&self, expected: &str) -> JsonError {
        JsonError { path: self.path.clone(), expected: expected.into() }
    }

    /// The field with this name, in camel or Pascal case; `None` if it is missing or null.
    pub fn find(&self, name: &str) -> Result<Option<Node<'_>>> {
        let Value::Object(fields) = self.value() else { return Err(self.error("an object")) };
        let mut found = fields.iter().filter(|(written, _)| same_name(written, name));
        let Some((written, value)) = found.next() else { return Ok(None) };
        let path = format!("{}.{written}", self.path);
        if found.next().is_some() {
            return Err(JsonError { path, expected: "one spelling of the name, once".into() });
        }
        Ok(match value {
            Value::Null => None,
            value => Some(Node { value: Cow::Part(value), path }),
        })
    }

    /// The field with this name.
    pub fn field(&self, name: &str) -> Result<Node<'_>> {
        self.find(name)?.ok_or_else(|| JsonError { path: format!("{}.{name}", self.path), expected: "a value".into() })
    }

    /// Every item of a list.
    pub fn list<T>(&self, read: impl Fn(Node<'_>) -> Result<T>) -> Result<Vec<T>> {
        let Value::List(items) = self.value() else { return Err(self.error("a list")) };
        let item = |(at, value)| read(Node { value: Cow::Part(value), path: format!("{}[{at}]", self.path) });
        items.iter().enumerate().map(item).collect()
    }

    /// An integer written in digits, in the range of `T`.
    pub fn integer<T: TryFrom<i64>>(&self) -> Result<T> {
        let Value::Integer(value) = self.value() else { return Err(self.error("an integer in digits")) };
        T::try_from(*value).map_err(|_| self.error(&format!("an integer of type {}", core::any::type_name::<T>())))
    }

    /// True or false.
    pub fn boolean(&self) -> Result<bool> {
        match self.value() {
            Value::Bool(value) => Ok(*value),
            _ => Err(self.error("true or false")),
        }
    }

    /// Text.
    pub fn text(&self) -> Result<String> {
        match self.value() {
            Value::Text(value) => Ok(value.clone()),
            _ => Err(self.error("text")),
        }
    }

    /// Bytes in Base64 with padding.
    pub fn base64(&self) -> Result<Vec<u8>> {
        base64(&self.text()?).ok_or_else(|| self.error("Base64 with padding"))
    }

    /// A hash.
    pub fn hash(&self) -> Result<[u8; 32]> {
        self.bytes()
    }

    /// `N` bytes: in Base64 with padding, or as a list of integers, all from 0 to 255 or all from -128 to 127.
    pub fn bytes<const N: usize>(&self) -> Result<[u8; N]> {
        let wrong = || self.error(&format!("{N} bytes in Base64 or as a list"));
        let bytes = match self.value() {
            Value::Text(text) => base64(text).ok_or_else(wrong)?,
            Value::List(_) => {
                let values: Vec<i16> = self.list(|node| node.integer())?;
                let fits = |low, high| values.iter().all(|value| (low..=high).contains(value));
                if !fits(0, 255) && !fits(-128, 127) {
                    return Err(wrong());
                }
                // In both ranges, the low eight bits are the byte.
                values.iter().map(|value| value.to_le_bytes()[0]).collect()
            }
            _ => return Err(wrong()),
        };
        bytes.try_into().map_err(|_| wrong())
    }
}

/// Equal, except perhaps for a capital first letter in `written`.
fn same_name(written: &str, name: &str) -> bool {
    match (written.as_bytes(), name.as_bytes()) {
        ([first, rest @ ..], [camel, others @ ..]) => {
            rest == others && (first == camel || *first == camel.to_ascii_uppercase())
        }
        _ => false,
    }
}

/// Standard Base64 with padding, in its one canonical form.
fn base64(text: &str) -> Option<Vec<u8>> {
    let symbols = text.as_bytes();
    if symbols.is_empty() || !symbols.len().is_multiple_of(4) {
        return None;
    }
    let padding = symbols.iter().rev().take_while(|symbol| **symbol == b'=').count();
    if padding > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(symbols.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0_u32);
    for symbol in &symbols[..symbols.len() - padding] {
        let value = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    // Non-zero unused bits would give the same bytes a second encoding.
    (bits == 0).then_some(bytes)
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> core::result::Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> core::result::Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> core::result::Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> core::result::Result<Value, E> {
        Ok(Value::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> core::result::Result<Value, E> {
        Ok(i64::try_from(value).map_or(Value::OtherNumber, Value::Integer))
    }

    fn visit_f64<E>(self, _: f64) -> core::result::Result<Value, E> {
        Ok(Value::OtherNumber)
    }

    fn visit_str<E>(self, value: &str) -> core::result::Result<Value, E> {
        Ok(Value::Text(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> core::result::Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> core::result::Result<Value, A::Error> {
        let mut fields: Vec<(String, Value)> = Vec::new();
        while let Some((name, value)) = entries.next_entry::<String, Value>()? {
            if fields.iter().any(|(earlier, _)| *earlier == name) {
                return Err(A::Error::custom("a name stands twice in an object"));
            }
            fields.push((name, value));
        }
        Ok(Value::Object(fields))
    }
}
