"use strict";

function sortable(table) {
  const body = table.tBodies[0];
  const heads = Array.from(table.tHead.rows[0].cells);
  if (body.rows.length === 1) {
    return;
  }
  function key(row, column) {
    const cell = row.cells[column];
    return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key);
  }
  function compare(a, b) {
    return typeof a === "number" ? a - b : a.localeCompare(b);
  }
  function sort(head, column) {
    const first = head.dataset.sort;
    const other = first === "ascending" ? "descending" : "ascending";
    const order = head.getAttribute("aria-sort") === first ? other : first;
    const sign = order === "ascending" ? 1 : -1;
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    body.append(...Array.from(body.rows).sort((a, b) => sign * compare(key(a, column), key(b, column))));
  }
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(head.firstElementChild);
    button.addEventListener("click", () => sort(head, column));
    head.prepend(button);
  });
}

/* Positions are shares of the whole width; the view is `span` of it, beginning at `from`. */
function zoomable(timeline) {
  const smallestViewNanos = 200000;
  const tickPixels = 72;
  const box = timeline.querySelector(".scroller");
  const svg = box.querySelector("svg");
  const wholeNanos = Number(svg.dataset.nanos);
  const bottom = svg.height.baseVal.value;
  const axis = svg.querySelector(".axis");
  const wholeAxis = Array.from(axis.childNodes);
  const controls = timeline.querySelector(".controls");
  const output = controls.querySelector("output");
  let from = 0;
  let span = 1;

  function share(element, attribute) {
    return parseFloat(element.getAttribute(attribute)) / 100;
  }
  const marks = Array.from(svg.querySelectorAll("[data-from] > *, [data-t] > :not(title)"), (element) =>
    element.tagName === "line" ? { element, x: ["x1", "x2"], at: share(element, "x1"), width: 0 }
      : { element, x: ["x"], at: share(element, "x"), width: element.tagName === "rect" ? share(element, "width") : 0 });
  const stretches = Array.from(svg.querySelectorAll("[data-from]"), (group) => {
    const ground = group.firstElementChild;
    return { nanos: Number(group.dataset.from), at: share(ground, "x"), width: share(ground, "width") };
  });

  function step(atLeast) {
    const power = 10 ** Math.floor(Math.log10(atLeast));
    return power * [1, 2, 5, 10].find((digit) => digit * power >= atLeast);
  }
  function time(nanos, unitNanos) {
    const unit = Math.min(3, Math.max(0, Math.floor(Math.log10(unitNanos) / 3 + 1e-9)));
    return Number((nanos / 1000 ** unit).toPrecision(10)).toLocaleString("en") + "\u00a0" + ["ns", "µs", "ms", "s"][unit];
  }
  function percent(at) {
    return (at - from) / span * 100;
  }
  function draw(name, cssClass, at, attributes, text) {
    const element = document.createElementNS(svg.namespaceURI, name);
    element.setAttribute("class", cssClass);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value === "x" ? percent(at) + "%" : value));
    element.textContent = text;
    axis.append(element);
  }
  function ticks() {
    axis.replaceChildren();
    const every = step(wholeNanos * span * tickPixels / svg.clientWidth);
    stretches.filter((part) => part.at < from + span && part.at + part.width > from).forEach((part) => {
      const first = Math.max(0, Math.ceil((from - part.at) * wholeNanos / every));
      const last = Math.min(part.width, from + span - part.at) * wholeNanos / every;
      for (let i = first; i <= last; i++) {
        const at = part.at + i * every / wholeNanos;
        draw("line", "grid", at, { x1: "x", x2: "x", y1: 20, y2: bottom - 20 });
        if (percent(at) < 96) {
          draw("text", "tick", at, { x: "x", y: bottom - 6, "text-anchor": percent(at) < 2 ? "start" : "middle" }, time(i * every, Math.max(every, i * every)));
        }
      }
      if (percent(part.at) > -1 && percent(part.at) < 90) {
        draw("text", "part", part.at, { x: "x", y: 13 }, "from " + (part.nanos / 1e9).toFixed(3) + "\u00a0s");
      }
    });
  }
  function move(newFrom, newSpan) {
    span = Math.min(1, Math.max(smallestViewNanos / wholeNanos, newSpan));
    from = Math.min(1 - span, Math.max(0, newFrom));
    marks.forEach(({ element, x, at, width }) => {
      x.forEach((attribute) => element.setAttribute(attribute, percent(at) + "%"));
      if (width > 0) {
        element.setAttribute("width", width / span * 100 + "%");
      }
    });
    if (span === 1) {
      axis.replaceChildren(...wholeAxis);
      output.textContent = "whole capture";
      return;
    }
    ticks();
    const part = stretches.findLast((each) => each.at <= from) || stretches[0];
    const start = part.nanos + Math.min(part.width, from - part.at) * wholeNanos;
    output.textContent = time(Number((span * wholeNanos).toPrecision(3)), span * wholeNanos) + " in view, from "
      + (start / 1e9).toFixed(6) + "\u00a0s";
  }
  function zoom(factor, at) {
    const wanted = Math.min(1, Math.max(smallestViewNanos / wholeNanos, span * factor));
    move(from + (span - wanted) * at, wanted);
  }
  const actions = {
    "+": () => zoom(0.5, 0.5),
    "-": () => zoom(2, 0.5),
    ArrowLeft: () => move(from - span / 4, span),
    ArrowRight: () => move(from + span / 4, span),
    0: () => move(0, 1),
  };
  function pointed(event) {
    const area = box.getBoundingClientRect();
    return (event.clientX - area.left) / area.width;
  }
  controls.hidden = false;
  controls.addEventListener("click", (event) => actions[event.target.dataset.do]?.());
  box.addEventListener("keydown", (event) => {
    if (actions[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      actions[event.key]();
    }
  });
  box.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.shiftKey) {
      event.preventDefault();
      zoom(event.deltaX + event.deltaY < 0 ? 0.8 : 1.25, pointed(event));
    }
  }, { passive: false });
  box.addEventListener("dblclick", (event) => zoom(0.25, pointed(event)));
  box.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) {
      box.setPointerCapture(event.pointerId);
    }
  });
  box.addEventListener("pointermove", (event) => {
    if (box.hasPointerCapture(event.pointerId)) {
      move(from - event.movementX / box.clientWidth * span, span);
    }
  });

  const lanes = Array.from(timeline.querySelectorAll("ol > li"));
  const filters = controls.querySelectorAll("select");
  function filter() {
    const queue = controls.querySelector(".queue")?.value ?? "";
    const task = controls.querySelector(".task")?.value ?? "";
    lanes.forEach((lane, index) => lane.classList.toggle("faint", task !== "" && task !== String(index)));
    svg.querySelectorAll("[data-t]").forEach((group) => {
      const { q, t } = group.dataset;
      const single = !group.classList.contains("sum");
      group.classList.toggle("off", (task !== "" && task !== t) || !(q === queue || (single && queue === "")));
    });
  }
  filters.forEach((select) => select.addEventListener("change", filter));
}

document.querySelectorAll("table.sort").forEach(sortable);
document.querySelectorAll(".timeline").forEach(zoomable);
