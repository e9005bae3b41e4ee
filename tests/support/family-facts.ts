type Facts = { parents: Set<string>; spouses: Set<string>; siblings: Set<string>; men: Set<string> }

const pair = (one: string, other: string) => `${one}${other}`

/** What follows from 'A is the son of B. …': in a family where husband and wife share their
 *  children, and brothers and sisters share their parents. */
function factsOf(stem: string): { people: string[]; facts: Facts } {
  const links = Array.from(stem.matchAll(/(\w) is the (\w+) of (\w)/g), ([, one, word, other]) => ({
    one: one!,
    word: word!,
    other: other!,
  }))
  const people = Array.from(new Set(links.flatMap(({ one, other }) => [one, other])))
  const facts: Facts = {
    parents: new Set(),
    spouses: new Set(),
    siblings: new Set(),
    men: new Set(),
  }
  const isMan = (word: string) => ['father', 'son', 'brother', 'husband'].includes(word)
  for (const { one, word, other } of links) {
    if (isMan(word)) facts.men.add(one)
    if (word === 'father' || word === 'mother') facts.parents.add(pair(one, other))
    if (word === 'son' || word === 'daughter') facts.parents.add(pair(other, one))
    if (word === 'brother' || word === 'sister')
      [pair(one, other), pair(other, one)].forEach((both) => facts.siblings.add(both))
    if (word === 'husband' || word === 'wife') {
      ;[pair(one, other), pair(other, one)].forEach((both) => facts.spouses.add(both))
      if (word === 'wife') facts.men.add(other)
    }
  }
  const { parents, spouses, siblings } = facts
  for (let round = 0; round < 6; round++)
    for (const a of people)
      for (const b of people)
        for (const c of people) {
          if (parents.has(pair(a, b)) && siblings.has(pair(b, c))) parents.add(pair(a, c))
          if (parents.has(pair(a, b)) && spouses.has(pair(a, c))) parents.add(pair(c, b))
          if (parents.has(pair(a, b)) && parents.has(pair(a, c)) && b !== c)
            siblings.add(pair(b, c))
          if (parents.has(pair(a, c)) && parents.has(pair(b, c)) && a !== b) spouses.add(pair(a, b))
        }
  return { people, facts }
}

/** Whether `word` ('Mother-in-law') says what the first of the asked people is to the second. */
export function isRelation(word: string, stem: string): boolean {
  const { people, facts } = factsOf(stem)
  const [, one, other] = /How is (\w) related to (\w)/.exec(stem) as unknown as [
    string,
    string,
    string,
  ]
  const parent = (a: string, b: string) => facts.parents.has(pair(a, b))
  const sibling = (a: string, b: string) => facts.siblings.has(pair(a, b))
  const spouse = (a: string, b: string) => facts.spouses.has(pair(a, b))
  const through = (first: (who: string) => boolean) => people.some(first)
  // Where no statement gives the sex, it follows from the husband or wife.
  const isMan =
    facts.men.has(one) || people.some((who) => spouse(one, who) && womenIn(stem).includes(who))
  const isMothers = (who: string) => parent(who, other) && !facts.men.has(who)
  const isFathers = (who: string) => parent(who, other) && facts.men.has(who)
  const ofOther: Record<string, boolean> = {
    'father mother': parent(one, other),
    'son daughter': parent(other, one),
    'brother sister': sibling(one, other),
    'husband wife': spouse(one, other),
    'grandfather grandmother': through((who) => parent(one, who) && parent(who, other)),
    'grandson granddaughter': through((who) => parent(who, one) && parent(other, who)),
    'father-in-law mother-in-law': through((who) => parent(one, who) && spouse(who, other)),
    'son-in-law daughter-in-law': through((who) => spouse(one, who) && parent(other, who)),
  }
  const asked = word.toLowerCase()
  if (asked === "mother's brother")
    return isMan && through((who) => sibling(one, who) && isMothers(who))
  if (asked === "father's sister")
    return !isMan && through((who) => sibling(one, who) && isFathers(who))
  const words = Object.keys(ofOther).find((both) => both.split(' ').includes(asked))
  if (!words) throw new Error(`Unknown relation ${word}`)
  return ofOther[words]! && isMan === (words.split(' ')[0] === asked)
}

const womenIn = (stem: string) =>
  Array.from(stem.matchAll(/(\w) is the (?:mother|daughter|sister|wife) of/g), ([, who]) => who!)
