// Elements of a page, made in one expression.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat());
  return element;
}

export const html = (tag, attributes = {}, ...children) =>
  filled(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

export const picture = (label, width, height, ...children) =>
  svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...children);

export const box = (x, y, width, height, role) =>
  svg("rect", { x, y, width, height, class: role });
export const text = (x, y, words, role = "") => svg("text", { x, y, class: role }, words);

// An input or a select with its label.
export function field(label, input) {
  return html("label", { class: "field" }, html("span", {}, label), input);
}

export function numberField(label, value, least, most, changed) {
  const input = html("input", { type: "number", value, min: least, max: most, step: 1, oninput: changed });
  return { input, element: field(label, input) };
}

export function choice(label, options, chosen, changed) {
  const input = html("select", { onchange: changed },
    options.map(([value, name]) => html("option", { value, selected: value === chosen }, name)));
  return { input, element: field(label, input) };
}

// The whole number in an input, or a sentence about what is wrong with it.
export function wholeNumber(input, name) {
  const value = Number(input.value);
  const [least, most] = [Number(input.min), Number(input.max)];
  if (input.value.trim() === "" || !Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}.`);
  }
  return value;
}

// "1 sector", "2 sectors".
export const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

// Runs `show`; what the reader typed wrong becomes a sentence in `place`, and the old answers go.
export function orSay(place, answers, show) {
  try {
    show();
    place.textContent = "";
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) {
      throw error;
    }
    place.textContent = error.message;
    answers.forEach((answer) => answer.replaceChildren());
  }
}

export async function data(name) {
  const answer = await fetch(new URL(`../${name}.json`, import.meta.url));
  return answer.json();
}
