// The models with a text in one of their names, as `find --text` has them: for a page that can't ask.

export function positionsContaining(tree, words) {
  const text = words.toLowerCase();
  const { strings } = tree;
  const holds = new Uint8Array(strings.count + 1);
  for (let number = 1; number <= strings.count; number++) {
    if (strings.get(number).toLowerCase().includes(text)) holds[number] = 1;
  }
  // A message's `Domain.code` also counts as a name.
  const isNamed = (column, at) => text.includes(".") && column[at + 2] !== 0 && [column[at + 2], column[at + 3]].some((name) =>
    name && `${strings.get(column[at + 1])}.${strings.get(name)}`.toLowerCase().includes(text));
  const isMessage = (column, index) => {
    const at = 5 * index;
    return [1, 2, 3, 4].some((part) => holds[column[at + part]]) || isNamed(column, at);
  };
  const isService = (column, index) => holds[column[index]];
  const isState = (column, index) => holds[column[2 * index]] || holds[column[2 * index + 1]];
  const lists = [
    ["handles", tree.handles, isMessage], ["raises", tree.raises, isMessage],
    ["service", tree.services, isService], ["state", tree.states, isState],
  ].filter(([, column]) => column);
  const names = [tree.types, tree.labels, tree.representations, tree.sources].filter(Boolean);
  const found = [];
  for (let i = 0; i < tree.count; i++) {
    const isFound = names.some((column) => holds[column[i]]) || lists.some(([name, column, test]) => {
      const [start, end] = tree.range(name, i);
      for (let index = start; index < end; index++) if (test(column, index)) return true;
      return false;
    });
    if (isFound) found.push(i);
  }
  return found;
}
