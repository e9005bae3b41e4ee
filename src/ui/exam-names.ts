import type { ExamSlug } from '../../domain/exams.ts'
import type { Messages } from './messages.ts'

/** The name of an exam, and a note that distinguishes it from similar ones. */
export const examNames: Record<
  ExamSlug,
  { name: (messages: Messages) => string; note: (messages: Messages) => string }
> = {
  'vao-paper-1': { name: (m) => m.exam_vao_paper_1(), note: (m) => m.exam_vao_paper_1_note() },
  'vao-paper-2': { name: (m) => m.exam_vao_paper_2(), note: (m) => m.exam_vao_paper_2_note() },
  'compulsory-kannada': {
    name: (m) => m.exam_compulsory_kannada(),
    note: (m) => m.exam_compulsory_kannada_note(),
  },
  'pdo-paper-1': { name: (m) => m.exam_pdo_paper_1(), note: (m) => m.exam_pdo_paper_1_note() },
  'pdo-paper-2': { name: (m) => m.exam_pdo_paper_2(), note: (m) => m.exam_pdo_paper_2_note() },
  'sda-fda': { name: (m) => m.exam_sda_fda(), note: (m) => m.exam_sda_fda_note() },
  'gk-and-current-affairs': { name: (m) => m.exam_gk(), note: (m) => m.exam_gk_note() },
  rrb: { name: (m) => m.exam_rrb(), note: (m) => m.exam_rrb_note() },
  'rrb-group-d': { name: (m) => m.exam_rrb_group_d(), note: (m) => m.exam_rrb_group_d_note() },
  'ssc-gd-constable': { name: (m) => m.exam_ssc_gd(), note: (m) => m.exam_ssc_gd_note() },
  'ap-tet-paper-1': { name: (m) => m.exam_ap_tet_1(), note: (m) => m.exam_ap_tet_1_note() },
  'tet-paper-2-social': { name: (m) => m.exam_tet_2_social(), note: (m) => m.subject_social() },
  'tet-paper-2-telugu': { name: (m) => m.exam_tet_2_telugu(), note: (m) => m.subject_telugu() },
  'tet-paper-2-english': { name: (m) => m.exam_tet_2_english(), note: (m) => m.subject_english() },
  'tet-paper-2-mathematics-and-science': {
    name: (m) => m.exam_tet_2_maths_science(),
    note: (m) => m.subject_maths_science(),
  },
  'ap-dsc-sgt': { name: (m) => m.exam_dsc_sgt(), note: (m) => m.exam_dsc_sgt_note() },
  'ap-dsc-sa-telugu': { name: (m) => m.exam_dsc_sa_telugu(), note: (m) => m.subject_telugu() },
  'ap-dsc-sa-english': { name: (m) => m.exam_dsc_sa_english(), note: (m) => m.subject_english() },
  'ap-dsc-sa-mathematics': {
    name: (m) => m.exam_dsc_sa_mathematics(),
    note: (m) => m.subject_mathematics(),
  },
  'ap-dsc-sa-physical-science': {
    name: (m) => m.exam_dsc_sa_physical(),
    note: (m) => m.subject_physical_science(),
  },
  'ap-dsc-sa-biological-science': {
    name: (m) => m.exam_dsc_sa_biological(),
    note: (m) => m.subject_biological_science(),
  },
  'ap-dsc-sa-social-studies': {
    name: (m) => m.exam_dsc_sa_social(),
    note: (m) => m.subject_social(),
  },
  'ap-pet': { name: (m) => m.exam_ap_pet(), note: (m) => m.exam_ap_pet_note() },
}
