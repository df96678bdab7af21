// Sorts tables, filters requirements and cards, and shows on which cards two validators disagree. The part of the address
// behind # is either the id of an element, or the filters: #?dialect=…&level=…
"use strict";
{
  const form = document.getElementById("filters");
  const FIELDS = ["q", "dialect", "area", "level", "kind", "validator", "most", "differences"];

  // Made when they are first asked for, so that the page opens without them.
  const once = (make) => { let made; return () => (made ??= make()); };
  const told = once(() => {
    const all = JSON.parse(document.getElementById("answers").textContent);
    for (const each of Object.values(all))
      each.paths = Object.entries(each.folders).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`));
    return all;
  });
  const numbers = once(() => new Map(Object.entries(told()).flatMap(
    ([dialect, each]) => each.paths.map((path, number) => [path, [dialect, number]]))));
  const requirements = once(() => {
    const rows = new Map();
    for (const row of document.querySelectorAll("tr[data-requirement]"))
      rows.set(`${row.closest(".dialect").id}/${row.dataset.requirement}`, row);
    return [...document.querySelectorAll(".requirement")].map((element) => ({
      element, dialect: element.parentElement.id, row: rows.get(element.id),
      area: element.dataset.area, level: element.dataset.level,
      met: Number(element.dataset.met), differs: "differs" in element.dataset,
      text: `${element.dataset.requirement} ${element.querySelector(".statement").textContent}`.toLowerCase(),
      cards: [...element.querySelectorAll(".fixture")].map((card) => ({
        element: card, path: card.id, kinds: card.dataset.kinds,
      })),
      others: [...element.querySelectorAll(".list li")].map((item) => item.id),
    }));
  });

  // What a validator said of a card: the first letter of its answer.
  function answer(label, path) {
    const [dialect, number] = numbers().get(path);
    const validator = told()[dialect].labels.indexOf(label);
    return validator < 0 ? "-" : told()[dialect].answers[validator][number];
  }
  function misses(label, path) {
    const said = answer(label, path);
    return said !== "-" && said !== path[0];
  }

  function chosen() {
    const filters = {};
    for (const name of FIELDS) {
      const field = form.elements[name];
      const value = field && (field.type === "checkbox" ? (field.checked ? field.value : "") : field.value.trim());
      if (value) filters[name] = value;
    }
    return filters;
  }

  function apply() {
    const filters = chosen();
    const words = (filters.q || "").toLowerCase();
    const narrows = Boolean(filters.kind || filters.validator);
    let shownRequirements = 0;
    let shownCards = 0;
    for (const each of requirements()) {
      const fits = (!filters.dialect || each.dialect === filters.dialect)
        && (!filters.area || each.area === filters.area)
        && (!filters.level || each.level === filters.level)
        && (!filters.differences || each.differs)
        && (filters.most === undefined || each.met <= Number(filters.most));
      const named = !words || each.text.includes(words);
      let cards = 0;
      if (fits) for (const card of each.cards) {
        const shown = (named || card.path.includes(words))
          && (!filters.kind || card.kinds.includes(filters.kind))
          && (!filters.validator || misses(filters.validator, card.path));
        if (card.element.hidden === shown) card.element.hidden = !shown;
        cards += shown;
      }
      const other = !narrows && (named || each.others.some((path) => path.includes(words)));
      const shown = fits && (cards > 0 || other);
      if (each.element.hidden === shown) each.element.hidden = !shown;
      if (each.row && each.row.hidden === shown) each.row.hidden = !shown;
      shownRequirements += shown;
      shownCards += shown ? cards : 0;
    }
    for (const section of document.querySelectorAll(".dialect"))
      section.hidden = Boolean(filters.dialect) && section.id !== filters.dialect;
    document.getElementById("count").textContent =
      `${shownRequirements} of ${requirements().length} requirements, ${shownCards} cards not right`;
  }

  function toAddress(filters) {
    const text = new URLSearchParams(filters).toString();
    history.replaceState(null, "", text ? `#?${text}` : "#");
  }
  let waiting = 0;
  form.addEventListener("input", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => { apply(); toAddress(chosen()); });
  });
  form.addEventListener("reset", () => setTimeout(() => { apply(); toAddress({}); }));
  form.addEventListener("submit", (event) => event.preventDefault());

  function showPair(dialect, one, other) {
    const paths = told()[dialect].paths.filter((path) => answer(one, path) !== answer(other, path));
    const words = { v: "valid", i: "invalid", n: "no answer", s: "skipped", o: "other projection", "-": "not asked" };
    const place = document.getElementById(dialect).querySelector(".pair");
    const title = Object.assign(document.createElement("h4"), {
      textContent: `${one} and ${other} differ on ${paths.length} cards`,
    });
    const list = document.createElement("ul");
    for (const path of paths) {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("a"), { href: `#${path}`, textContent: path }));
      item.append(`: ${words[answer(one, path)]}, ${words[answer(other, path)]}`);
      list.append(item);
    }
    place.replaceChildren(title, list);
    place.hidden = false;
    place.closest("details").open = true;
    place.scrollIntoView();
  }

  function open(id) {
    const element = document.getElementById(id);
    if (!element) return;
    if (element.closest("[hidden]")) { form.reset(); apply(); }
    for (let each = element; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
    element.scrollIntoView();
  }

  function follow() {
    const address = decodeURIComponent(location.hash.slice(1));
    if (!location.hash.startsWith("#?")) {
      if (address) open(address);
      return;
    }
    const asked = new URLSearchParams(location.hash.slice(2));
    for (const name of FIELDS) {
      const field = form.elements[name];
      if (!field) continue;
      if (field.type === "checkbox") field.checked = asked.has(name);
      else field.value = asked.get(name) || "";
    }
    apply();
    const dialect = asked.get("dialect");
    if (told()[dialect] && asked.has("a") && asked.has("b")) showPair(dialect, asked.get("a"), asked.get("b"));
    else if (dialect) document.getElementById(dialect)?.querySelector(".found").scrollIntoView();
  }

  // Tables: a button in each heading; numbers begin with the largest.
  const value = (cell) => cell.dataset.value ?? cell.textContent.trim();
  const asNumber = (text) => (text === "✓" ? 0 : text[0] === "!" ? 1e6 : Number.parseFloat(text));
  function compare(column, isNumber) {
    if (!isNumber) return (one, other) => value(one.cells[column]).localeCompare(value(other.cells[column]));
    const number = (row) => { const found = asNumber(value(row.cells[column])); return Number.isNaN(found) ? -1 : found; };
    return (one, other) => number(one) - number(other);
  }
  for (const table of document.querySelectorAll("table.sortable")) {
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const button = Object.assign(document.createElement("button"), { type: "button" });
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const isNumber = "number" in heading.dataset;
        const first = isNumber ? "descending" : "ascending";
        const opposite = isNumber ? "ascending" : "descending";
        const order = heading.getAttribute("aria-sort") === first ? opposite : first;
        for (const each of headings) each.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", order);
        const sorted = [...table.tBodies[0].rows].sort(compare(column, isNumber));
        if (order === "descending") sorted.reverse();
        table.tBodies[0].append(...sorted);
      });
    });
  }

  // The numbers of the table of disagreements lead to the cards.
  for (const table of document.querySelectorAll(".pair-table")) table.closest("details").addEventListener("toggle", () => {
    const dialect = table.closest(".dialect").id;
    const labels = told()[dialect].labels;
    [...table.tBodies[0].rows].forEach((row, one) => [...row.cells].slice(1).forEach((cell, other) => {
      if (!Number(cell.textContent)) return;
      const href = `#?${new URLSearchParams({ dialect, a: labels[one], b: labels[other] })}`;
      cell.replaceChildren(Object.assign(document.createElement("a"), { href, textContent: cell.textContent }));
    }));
  }, { once: true });

  // Opening a card or a requirement puts its address where it can be copied.
  document.getElementById("main").addEventListener("click", (event) => {
    const opened = event.target.closest("summary")?.parentElement;
    if (opened?.id && !opened.open) history.replaceState(null, "", `#${opened.id}`);
  });

  form.hidden = false;
  addEventListener("hashchange", follow);
  if (location.hash) follow();
}
