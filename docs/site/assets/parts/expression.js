// Index expressions as in C: whole numbers, names, + - * / % << >> & ^ | and parentheses. They are
// parsed into functions of the names' values; nothing is handed to the browser to run.

const LEVELS = [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];  // weakest first
const TOKEN = /\s*(?:(\d+)|([A-Za-z_][\w.]*)|(<<|>>|[-+*/%&|^()])|(\S))/y;

const safe = (value) => {
  if (!Number.isSafeInteger(value)) {
    throw new RangeError("The index becomes too large.");
  }
  return value + 0;  // no negative zero
};
const divided = (a, b, how) => {
  if (b === 0) {
    throw new RangeError("The index divides by zero.");
  }
  return how(a, b);
};
const shifted = (a, b, how) => {
  if (b < 0 || b > 31) {
    throw new RangeError("The index shifts by less than 0 or more than 31.");
  }
  return how(a, b);
};

const OPERATIONS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => divided(a, b, (x, y) => Math.trunc(x / y)),
  "%": (a, b) => divided(a, b, (x, y) => x % y),
  "<<": (a, b) => shifted(a, b, (x, y) => x * 2 ** y),
  ">>": (a, b) => shifted(a, b, (x, y) => Math.floor(x / 2 ** y)),
  "&": (a, b) => Number(BigInt(a) & BigInt(b)),
  "^": (a, b) => Number(BigInt(a) ^ BigInt(b)),
  "|": (a, b) => Number(BigInt(a) | BigInt(b)),
};

function tokensOf(source) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const found = TOKEN.exec(source);
    if (found[4]) {
      throw new SyntaxError(`An index cannot contain ${found[4]}`);
    }
    tokens.push({ number: found[1], name: found[2], sign: found[3], word: found[0].trim() });
  }
  return tokens;
}

// A function from {name: value} to the index. Throws SyntaxError with a sentence for the reader.
export function parse(source, names) {
  const tokens = tokensOf(source);
  let at = 0, depth = 0;
  const isNext = (sign) => tokens[at]?.sign === sign;

  function operand() {
    const token = tokens[at++];
    if (!token) {
      throw new SyntaxError("The index ends too early: a number or a name is missing.");
    }
    if (token.number !== undefined) {
      const value = safe(Number(token.number));
      return () => value;
    }
    if (token.name !== undefined) {
      if (!names.includes(token.name)) {
        throw new SyntaxError(`${token.name} is not known here. Known: ${names.join(", ")}.`);
      }
      return (values) => values[token.name];
    }
    if (++depth > 50) {
      throw new SyntaxError("The index is nested too deeply.");
    }
    let value;
    if (token.sign === "(") {
      value = level(0);
      if (!isNext(")")) {
        throw new SyntaxError("A parenthesis is not closed.");
      }
      ++at;
    } else if (token.sign === "-") {
      const inner = operand();
      value = (values) => safe(-inner(values));
    } else {
      throw new SyntaxError(`A number or a name is missing before ${token.word}`);
    }
    --depth;
    return value;
  }

  function level(n) {
    if (n === LEVELS.length) {
      return operand();
    }
    let left = level(n + 1);
    while (LEVELS[n].includes(tokens[at]?.sign)) {
      const operation = OPERATIONS[tokens[at++].sign];
      const [first, second] = [left, level(n + 1)];
      left = (values) => safe(operation(first(values), second(values)));
    }
    return left;
  }

  const value = level(0);
  if (at < tokens.length) {
    throw new SyntaxError(isNext(")") ? "There is a parenthesis too many."
      : `An operator is missing before ${tokens[at].word}`);
  }
  return value;
}
