import type { QuestionTemplate, Translations } from './question.ts'
import { makeQuestion } from './question.ts'

const topics = ['reasoning']

const relations = {
  father: ['ತಂದೆ', 'తండ్రి', 'father'],
  mother: ['ತಾಯಿ', 'తల్లి', 'mother'],
  son: ['ಮಗ', 'కొడుకు', 'son'],
  daughter: ['ಮಗಳು', 'కూతురు', 'daughter'],
  brother: ['ಸಹೋದರ', 'సోదరుడు', 'brother'],
  sister: ['ಸಹೋದರಿ', 'సోదరి', 'sister'],
  husband: ['ಗಂಡ', 'భర్త', 'husband'],
  wife: ['ಹೆಂಡತಿ', 'భార్య', 'wife'],
  grandfather: ['ಅಜ್ಜ', 'తాత', 'grandfather'],
  fathersMother: ['ಅಜ್ಜಿ', 'నాయనమ్మ', 'grandmother'],
  mothersMother: ['ಅಜ್ಜಿ', 'అమ్మమ్మ', 'grandmother'],
  grandson: ['ಮೊಮ್ಮಗ', 'మనవడు', 'grandson'],
  granddaughter: ['ಮೊಮ್ಮಗಳು', 'మనవరాలు', 'granddaughter'],
  fatherInLaw: ['ಮಾವ', 'మామ', 'father-in-law'],
  motherInLaw: ['ಅತ್ತೆ', 'అత్త', 'mother-in-law'],
  sonInLaw: ['ಅಳಿಯ', 'అల్లుడు', 'son-in-law'],
  daughterInLaw: ['ಸೊಸೆ', 'కోడలు', 'daughter-in-law'],
  mothersBrother: ['ಸೋದರಮಾವ', 'మేనమామ', "mother's brother"],
  fathersSister: ['ಸೋದರತ್ತೆ', 'మేనత్త', "father's sister"],
} as const
type Relation = keyof typeof relations

const nameOf = (relation: Relation): Translations => {
  const [kn, te, en] = relations[relation]
  return { kn, te, en }
}

type Member = { isMan: boolean; parents: readonly number[]; spouse: number | null }
const member = (isMan: boolean, parents: readonly number[], spouse: number | null): Member => ({
  isMan,
  parents,
  spouse,
})

/** Grandparents 0 and 1; their son 2 and daughter 3; the wife 4 of the son and the husband 5 of the
 *  daughter; the children 6 and 7 of the son, 8 and 9 of the daughter. */
const family: readonly Member[] = [
  member(true, [], 1),
  member(false, [], 0),
  member(true, [0, 1], 4),
  member(false, [0, 1], 5),
  member(false, [], 2),
  member(true, [], 3),
  member(true, [2, 4], null),
  member(false, [2, 4], null),
  member(true, [5, 3], null),
  member(false, [5, 3], null),
]

const parentsOf = (who: number): readonly number[] => family[who]?.parents ?? []
const isParent = (one: number, other: number) => parentsOf(other).includes(one)
const areSiblings = (one: number, other: number) =>
  one !== other && parentsOf(one).length > 0 && parentsOf(one).join() === parentsOf(other).join()

/** What `one` is to `other`, or null where these languages have no single word for it. */
function relationOf(one: number, other: number): Relation | null {
  const { isMan, spouse } = family[one]!
  const partner = family[other]!.spouse
  const [father = -1, mother = -1] = parentsOf(other)
  if (isParent(one, other)) return isMan ? 'father' : 'mother'
  if (isParent(other, one)) return isMan ? 'son' : 'daughter'
  if (areSiblings(one, other)) return isMan ? 'brother' : 'sister'
  if (spouse === other) return isMan ? 'husband' : 'wife'
  if (isParent(one, father) || isParent(one, mother))
    return isMan ? 'grandfather' : isParent(one, father) ? 'fathersMother' : 'mothersMother'
  if (parentsOf(one).some((parent) => isParent(other, parent)))
    return isMan ? 'grandson' : 'granddaughter'
  if (partner !== null && isParent(one, partner)) return isMan ? 'fatherInLaw' : 'motherInLaw'
  if (spouse !== null && isParent(other, spouse)) return isMan ? 'sonInLaw' : 'daughterInLaw'
  if (isMan && areSiblings(one, mother)) return 'mothersBrother'
  if (!isMan && areSiblings(one, father)) return 'fathersSister'
  return null
}

/** Relations for which Kannada and Telugu may use one word, so that both might be right. */
const alike: readonly (readonly Relation[])[] = [
  ['fatherInLaw', 'mothersBrother'],
  ['motherInLaw', 'fathersSister'],
]
const areAlike = (one: Relation, other: Relation) =>
  alike.some((pair) => pair.includes(one) && pair.includes(other))

const simple: readonly Relation[] = [
  ...(['father', 'mother', 'son', 'daughter', 'brother', 'sister'] as const),
  ...(['husband', 'wife'] as const),
]

/** Chains of so many people, each simply related to the next and each with a word for what they are
 *  to the last. */
function chainsOf(length: number): number[][] {
  const everyone = family.map((_, who) => who)
  let chains = everyone.map((who) => [who])
  for (let added = 1; added < length; added++)
    chains = chains.flatMap((chain) =>
      everyone
        .filter((who) => {
          const relation = relationOf(who, chain[0]!)
          const toLast = relationOf(who, chain.at(-1)!)
          return !chain.includes(who) && relation && simple.includes(relation) && toLast
        })
        .map((who) => [who, ...chain]),
    )
  return chains.filter((chain) => relationOf(chain[0]!, chain.at(-1)!) !== null)
}

const chains = { four: chainsOf(4), five: chainsOf(5) }

const relatives =
  (all: readonly number[][]): QuestionTemplate =>
  (random) => {
    const chain = random.pick(all)
    const letters = random.shuffled(Array.from('BCDEGPTV'))
    const links = chain.slice(0, -1).map((who, place) => ({
      one: letters[place]!,
      other: letters[place + 1]!,
      word: nameOf(relationOf(who, chain[place + 1]!)!),
    }))
    const last = letters[chain.length - 1]!
    const key = relationOf(chain[0]!, chain.at(-1)!)!
    const others = (Object.keys(relations) as Relation[]).filter((relation) => relation !== key)
    const steps = chain
      .slice(0, -1)
      .map((who, place) => ({
        one: letters[place]!,
        word: nameOf(relationOf(who, chain.at(-1)!)!),
      }))
      .toReversed()
    const list = (say: (one: string, word: Translations) => string) =>
      steps.map(({ one, word }) => say(one, word)).join('; ')
    const [asked] = letters
    return makeQuestion(random, {
      topics,
      stem: {
        kn: `${links.map(({ one, other, word }) => `${one} ಯು ${other} ಯ ${word.kn}.`).join(' ')} ${asked!} ಯು ${last} ಗೆ ಏನಾಗಬೇಕು?`,
        te: `${links.map(({ one, other, word }) => `${one}, ${other} కి ${word.te}.`).join(' ')} ${asked!}, ${last} కి ఏమవుతారు?`,
        en: `${links.map(({ one, other, word }) => `${one} is the ${word.en} of ${other}.`).join(' ')} How is ${asked!} related to ${last}?`,
      },
      right: capital(nameOf(key)),
      wrong: random
        .shuffled(others)
        .filter((relation) => !areAlike(relation, key))
        .map((relation) => capital(nameOf(relation))),
      why: {
        kn: `ಕೊನೆಯಿಂದ ಆರಂಭಿಸಿ ಪ್ರತಿಯೊಬ್ಬರೂ ${last} ಗೆ ಏನಾಗಬೇಕೆಂದು ನೋಡಿ: ${list((one, word) => `${one} ${word.kn}`)}. ವಂಶವೃಕ್ಷವನ್ನು ಬರೆದುಕೊಂಡರೆ ತಪ್ಪಾಗುವುದಿಲ್ಲ.`,
        te: `చివరి నుంచి మొదలుపెట్టి ఒక్కొక్కరు ${last} కి ఏమవుతారో చూడండి: ${list((one, word) => `${one} ${word.te}`)}. వంశవృక్షం గీసుకుంటే పొరపాటు జరగదు.`,
        en: `Begin at the end and see what each is to ${last}: ${list((one, word) => `${one} is the ${word.en}`)}. Drawing the family tree prevents mistakes.`,
      },
    })
  }

const capital = ({ kn, te, en }: Translations): Translations => ({
  kn,
  te,
  en: en.charAt(0).toUpperCase() + en.slice(1),
})

const threeLinks: QuestionTemplate = (random) => relatives(chains.four)(random)
const fourLinks: QuestionTemplate = (random) => relatives(chains.five)(random)

export const bloodRelations: readonly QuestionTemplate[] = [threeLinks, fourLinks]
