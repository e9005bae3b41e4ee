import type { GeneratedLocale } from './question.ts'
import { halfPaperSections } from './half-paper-syllabus.ts'
import { fullPaperSections } from './sectional-syllabus.ts'
import type { Syllabus } from './syllabus.ts'

/** A section of a full or half paper whose other sections are written by hand in the same file. */
export type SectionPlan = {
  file: string
  /** Its slug in the file: `== mathematics`. */
  section: string
  /** Its questions are `gen-<prefix>-01` and so on; also the seed. */
  prefix: string
  parts: Syllabus['parts']
  firstTemplate: number
  languages: GeneratedLocale[]
}

const section = (
  file: string,
  section: string,
  prefix: string,
  parts: Syllabus['parts'],
  firstTemplate: number,
): SectionPlan => ({
  file: `papers/${file}.txt`,
  section,
  prefix,
  parts,
  firstTemplate,
  languages: ['kn', 'te', 'en'],
})

const {
  groupDMathematics,
  groupDReasoning,
  cbt2Mathematics,
  cbt2Reasoning,
  constableMathematics,
  constableReasoning,
} = fullPaperSections
const { ntpcHalf, groupDHalf, constableHalf } = halfPaperSections
const groupD = 'rrb-group-d/rrb-group-d-full-1'
const cbt2 = 'rrb/rrb-ntpc-cbt-2-full-1'
const constable = 'ssc-gd-constable/ssc-gd-full-2'
const ntpcHalfPaper = 'rrb/rrb-ntpc-half-1'
const ntpcHalfPaper2 = 'rrb/rrb-ntpc-half-2'
const groupDHalfPaper = 'rrb-group-d/rrb-group-d-half-1'
const groupDHalfPaper2 = 'rrb-group-d/rrb-group-d-half-2'
const constableHalfPaper = 'ssc-gd-constable/ssc-gd-half-1'
const constableHalfPaper2 = 'ssc-gd-constable/ssc-gd-half-2'

export const sectionPlans: readonly SectionPlan[] = [
  section(groupD, 'mathematics', 'rgdf-mathematics', groupDMathematics, 2),
  section(groupD, 'reasoning', 'rgdf-reasoning', groupDReasoning, 2),
  section(cbt2, 'mathematics', 'ntc2-mathematics', cbt2Mathematics, 1),
  section(cbt2, 'reasoning', 'ntc2-reasoning', cbt2Reasoning, 4),
  section(constable, 'reasoning', 'scgf2-reasoning', constableReasoning, 3),
  section(constable, 'mathematics', 'scgf2-mathematics', constableMathematics, 4),
  section(ntpcHalfPaper, 'mathematics', 'ntch-mathematics', ntpcHalf.mathematics, 2),
  section(ntpcHalfPaper, 'reasoning', 'ntch-reasoning', ntpcHalf.reasoning, 1),
  section(groupDHalfPaper, 'mathematics', 'rgdh-mathematics', groupDHalf.mathematics, 3),
  section(groupDHalfPaper, 'reasoning', 'rgdh-reasoning', groupDHalf.reasoning, 3),
  section(constableHalfPaper, 'reasoning', 'scgh-reasoning', constableHalf.reasoning, 2),
  section(constableHalfPaper, 'mathematics', 'scgh-mathematics', constableHalf.mathematics, 1),
  section(ntpcHalfPaper2, 'mathematics', 'nth2-mathematics', ntpcHalf.mathematics, 4),
  section(ntpcHalfPaper2, 'reasoning', 'nth2-reasoning', ntpcHalf.reasoning, 3),
  section(constableHalfPaper2, 'reasoning', 'sch2-reasoning', constableHalf.reasoning, 1),
  section(constableHalfPaper2, 'mathematics', 'sch2-mathematics', constableHalf.mathematics, 3),
  section(groupDHalfPaper2, 'mathematics', 'rgd2-mathematics', groupDHalf.mathematics, 1),
  section(groupDHalfPaper2, 'reasoning', 'rgd2-reasoning', groupDHalf.reasoning, 4),
]
