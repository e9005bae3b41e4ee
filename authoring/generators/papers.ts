import type { PaperKind } from '../../domain/paper.ts'
import type { PaperDraft } from '../draft.ts'
import type { GeneratedLocale, Translations } from './question.ts'
import {
  arithmetic,
  mentalAbility,
  reasoning,
  schoolMathematics,
  worldGeography,
  type Syllabus,
} from './syllabus.ts'
import { figures } from './figure-syllabus.ts'
import { mathematics, sectionalMentalAbility, sectionalReasoning } from './sectional-syllabus.ts'

/** A paper to generate. Its slug is the seed. `firstTemplate` is the index of the template that
 *  comes first in each family, so that the papers of one exam differ in more than numbers. */
export type PaperPlan = {
  exam: string
  slug: string
  position: number
  title: Translations
  syllabus: Syllabus
  firstTemplate: number
  kind: PaperKind
  languages: GeneratedLocale[]
  minutes: number
  marks: { right: string; wrong: string; blank: string }
  access: PaperDraft['access']
  checkedOn: string
}

/** Slugs of the papers that need a subscription; all others are free. */
const premium: readonly string[] = [
  'rrb-arithmetic-practice-3',
  'rrb-reasoning-practice-2',
  'rrb-group-d-reasoning-practice-1',
  'ssc-gd-constable-reasoning-practice-1',
  'rrb-mathematics-practice-2',
  'rrb-mathematics-practice-4',
  'rrb-reasoning-practice-4',
  'rrb-reasoning-practice-6',
  'rrb-group-d-mathematics-practice-2',
  'rrb-group-d-reasoning-practice-3',
  'ssc-gd-constable-mathematics-practice-2',
  'ssc-gd-constable-reasoning-practice-3',
  'sda-fda-mental-ability-3',
  'vao-paper-1-mental-ability-3',
]

type Exam = Pick<PaperPlan, 'exam' | 'kind' | 'languages' | 'minutes' | 'marks'> & {
  name: Translations
}

const exam = (
  slug: string,
  kind: PaperKind,
  languages: string,
  minutes: number,
  [right, wrong, blank]: readonly [string, string, string],
  [kn, te, en]: readonly [string, string, string],
): Exam => ({
  exam: slug,
  kind,
  languages: languages.split(' ') as GeneratedLocale[],
  minutes,
  marks: { right, wrong, blank },
  name: { kn, te, en },
})

// Minutes for 20 questions at the pace of the real paper, and its marks.
const ntpc = exam(
  'rrb',
  'subject-papers',
  'kn te en',
  18,
  ['1', '1/3', '0'],
  ['RRB NTPC', 'RRB NTPC', 'RRB NTPC'],
)
const groupD = exam(
  'rrb-group-d',
  'subject-papers',
  'kn te en',
  18,
  ['1', '1/3', '0'],
  ['RRB ಗ್ರೂಪ್ ಡಿ', 'RRB గ్రూప్ డి', 'RRB Group D'],
)
const constable = exam(
  'ssc-gd-constable',
  'subject-papers',
  'kn te en',
  15,
  ['2', '1/4', '0'],
  ['SSC GD ಕಾನ್‌ಸ್ಟೆಬಲ್', 'SSC GD కానిస్టేబుల్', 'SSC GD Constable'],
)
const clerk = exam(
  'sda-fda',
  'subject-papers',
  'kn en',
  20,
  ['1', '1/4', '0'],
  ['ಎಸ್‌ಡಿಎ / ಎಫ್‌ಡಿಎ', 'ఎస్‌డీఏ / ఎఫ్‌డీఏ', 'SDA / FDA'],
)
const villageOfficer = exam(
  'vao-paper-1',
  'subject-papers',
  'kn en',
  24,
  ['1', '1/4', '1/4'],
  ['ವಿಎಒ ಪತ್ರಿಕೆ 1', 'వీఏఓ పేపర్ 1', 'VAO Paper 1'],
)
const panchayatOfficer = exam(
  'pdo-paper-1',
  'subject-papers',
  'kn en',
  24,
  ['1', '1/4', '1/4'],
  ['ಪಿಡಿಒ ಪತ್ರಿಕೆ 1', 'పీడీఓ పేపర్ 1', 'PDO Paper 1'],
)
const generalKnowledge = exam(
  'gk-and-current-affairs',
  'subject-papers',
  'kn en',
  15,
  ['1', '1/4', '0'],
  ['ಸಾಮಾನ್ಯ ಜ್ಞಾನ', 'జనరల్ నాలెడ్జ్', 'General Knowledge'],
)
const tet = exam(
  'ap-tet-paper-1',
  'practice-papers',
  'te en',
  20,
  ['1', '0', '0'],
  ['AP TET ಪತ್ರಿಕೆ 1', 'AP TET పేపర్ 1', 'AP TET Paper 1'],
)
const sgt = exam(
  'ap-dsc-sgt',
  'practice-papers',
  'te en',
  20,
  ['1/2', '0', '0'],
  ['AP DSC SGT', 'ఎస్‌జీటీ', 'SGT'],
)

const subjects = {
  arithmetic: { kn: 'ಅಂಕಗಣಿತ ಅಭ್ಯಾಸ', te: 'అంకగణితం ప్రాక్టీస్', en: 'Arithmetic Practice' },
  reasoning: {
    kn: 'ತಾರ್ಕಿಕ ಸಾಮರ್ಥ್ಯ ಅಭ್ಯಾಸ',
    te: 'రీజనింగ్ ప్రాక్టీస్',
    en: 'Reasoning Practice',
  },
  mental: { kn: 'ಮಾನಸಿಕ ಸಾಮರ್ಥ್ಯ', te: 'మానసిక సామర్థ్యం', en: 'Mental Ability' },
  mathematics: { kn: 'ಗಣಿತ ಅಭ್ಯಾಸ', te: 'గణితం ప్రాక్టీస్', en: 'Mathematics Practice' },
  figures: { kn: 'ಚಿತ್ರ ಪ್ರಶ್ನೆಗಳು', te: 'చిత్ర ప్రశ్నలు', en: 'Figure Questions' },
  countries: {
    kn: 'ದೇಶಗಳು ಮತ್ತು ಕರೆನ್ಸಿಗಳು',
    te: 'దేశాలు, కరెన్సీలు',
    en: 'Countries and Currencies',
  },
} satisfies Record<string, Translations>

function plan(
  { name, ...facts }: Exam,
  subject: Translations,
  number: number,
  syllabus: Syllabus,
  firstTemplate: number,
  position: number,
): PaperPlan {
  const inLocale = (locale: GeneratedLocale) => `${name[locale]}: ${subject[locale]} ${number}`
  const word = subject.en.toLowerCase().replaceAll(' ', '-')
  const slug = `${facts.exam}-${word}-${number}`
  return {
    ...facts,
    slug,
    access: premium.includes(slug) ? 'premium' : 'free',
    position,
    title: { kn: inLocale('kn'), te: inLocale('te'), en: inLocale('en') },
    syllabus,
    firstTemplate,
    checkedOn: '2026-11-21',
  }
}

/** A paper of 30 questions, at the pace of those of 20. */
function sectional(
  exam: Exam,
  subject: Translations,
  number: number,
  syllabus: Syllabus,
  firstTemplate: number,
): PaperPlan {
  const paper = plan(exam, subject, number, syllabus, firstTemplate, 20 + number)
  return { ...paper, minutes: Math.round(exam.minutes * 1.5), checkedOn: '2026-11-23' }
}

/** A paper of 15 questions with figures, at the pace of those of 20. */
function withFigures(exam: Exam, number: number, firstTemplate: number): PaperPlan {
  const paper = plan(exam, subjects.figures, number, figures, firstTemplate, 30 + number)
  return { ...paper, minutes: Math.round(exam.minutes * 0.75), checkedOn: '2026-11-23' }
}

export const paperPlans: readonly PaperPlan[] = [
  plan(ntpc, subjects.arithmetic, 1, arithmetic, 0, 11),
  plan(ntpc, subjects.arithmetic, 2, arithmetic, 2, 12),
  plan(ntpc, subjects.arithmetic, 3, arithmetic, 4, 13),
  plan(ntpc, subjects.reasoning, 1, reasoning, 0, 14),
  plan(ntpc, subjects.reasoning, 2, reasoning, 3, 15),
  plan(groupD, subjects.arithmetic, 1, arithmetic, 1, 11),
  plan(groupD, subjects.reasoning, 1, reasoning, 1, 12),
  plan(constable, subjects.arithmetic, 1, arithmetic, 3, 11),
  plan(constable, subjects.reasoning, 1, reasoning, 5, 12),
  plan(clerk, subjects.mental, 1, mentalAbility, 0, 11),
  plan(villageOfficer, subjects.mental, 1, mentalAbility, 3, 11),
  plan(tet, subjects.mathematics, 1, schoolMathematics, 0, 11),
  plan(sgt, subjects.mathematics, 1, schoolMathematics, 3, 11),
  plan(generalKnowledge, subjects.countries, 1, worldGeography, 0, 11),
  sectional(ntpc, subjects.mathematics, 1, mathematics, 0),
  sectional(ntpc, subjects.mathematics, 2, mathematics, 2),
  sectional(ntpc, subjects.mathematics, 3, mathematics, 4),
  sectional(ntpc, subjects.mathematics, 4, mathematics, 1),
  sectional(ntpc, subjects.reasoning, 3, sectionalReasoning, 0),
  sectional(ntpc, subjects.reasoning, 4, sectionalReasoning, 2),
  sectional(ntpc, subjects.reasoning, 5, sectionalReasoning, 4),
  sectional(ntpc, subjects.reasoning, 6, sectionalReasoning, 1),
  sectional(groupD, subjects.mathematics, 1, mathematics, 3),
  sectional(groupD, subjects.mathematics, 2, mathematics, 0),
  sectional(groupD, subjects.reasoning, 2, sectionalReasoning, 3),
  sectional(groupD, subjects.reasoning, 3, sectionalReasoning, 5),
  sectional(constable, subjects.mathematics, 1, mathematics, 2),
  sectional(constable, subjects.mathematics, 2, mathematics, 4),
  sectional(constable, subjects.reasoning, 2, sectionalReasoning, 1),
  sectional(constable, subjects.reasoning, 3, sectionalReasoning, 4),
  sectional(clerk, subjects.mental, 2, sectionalMentalAbility, 0),
  sectional(clerk, subjects.mental, 3, sectionalMentalAbility, 2),
  sectional(panchayatOfficer, subjects.mental, 1, sectionalMentalAbility, 1),
  sectional(villageOfficer, subjects.mental, 2, sectionalMentalAbility, 3),
  sectional(villageOfficer, subjects.mental, 3, sectionalMentalAbility, 4),
  withFigures(ntpc, 1, 0),
  withFigures(groupD, 1, 1),
  withFigures(constable, 1, 2),
  withFigures(constable, 2, 0),
  withFigures(clerk, 1, 1),
  withFigures(villageOfficer, 1, 2),
]
