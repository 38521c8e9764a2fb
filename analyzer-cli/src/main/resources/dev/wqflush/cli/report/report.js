"use strict";
document.querySelectorAll("table.sort").forEach(function (table) {
  var body = table.tBodies[0];
  var heads = Array.from(table.tHead.rows[0].cells);
  function key(row, column) {
    var cell = row.cells[column];
    return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key);
  }
  function compare(a, b) {
    return typeof a === "number" ? a - b : a.localeCompare(b);
  }
  if (body.rows.length === 1) {
    return;
  }
  heads.forEach(function (head, column) {
    var button = document.createElement("button");
    button.type = "button";
    button.append(head.firstElementChild);
    head.prepend(button);
    button.addEventListener("click", function () {
      var first = head.dataset.sort;
      var other = first === "ascending" ? "descending" : "ascending";
      var order = head.getAttribute("aria-sort") === first ? other : first;
      var sign = order === "ascending" ? 1 : -1;
      heads.forEach(function (each) {
        each.removeAttribute("aria-sort");
      });
      head.setAttribute("aria-sort", order);
      Array.from(body.rows).sort(function (a, b) {
        return sign * compare(key(a, column), key(b, column));
      }).forEach(function (row) {
        body.appendChild(row);
      });
    });
  });
});
