import type { ExamSlug } from '../../domain/exams.ts'
import type { Messages } from './messages.ts'

/** The name of an exam, and a note that distinguishes it from similar ones. */
export const examNames: Record<
  ExamSlug,
  { name: (messages: Messages) => string; note: (messages: Messages) => string }
> = {
  'vao-paper-1': { name: (w) => w.exam_vao_paper_1(), note: (w) => w.exam_vao_paper_1_note() },
  'vao-paper-2': { name: (w) => w.exam_vao_paper_2(), note: (w) => w.exam_vao_paper_2_note() },
  'compulsory-kannada': {
    name: (w) => w.exam_compulsory_kannada(),
    note: (w) => w.exam_compulsory_kannada_note(),
  },
  'pdo-paper-1': { name: (w) => w.exam_pdo_paper_1(), note: (w) => w.exam_pdo_paper_1_note() },
  'pdo-paper-2': { name: (w) => w.exam_pdo_paper_2(), note: (w) => w.exam_pdo_paper_2_note() },
  'sda-fda': { name: (w) => w.exam_sda_fda(), note: (w) => w.exam_sda_fda_note() },
  'gk-and-current-affairs': { name: (w) => w.exam_gk(), note: (w) => w.exam_gk_note() },
  rrb: { name: (w) => w.exam_rrb(), note: (w) => w.exam_rrb_note() },
  'rrb-group-d': { name: (w) => w.exam_rrb_group_d(), note: (w) => w.exam_rrb_group_d_note() },
  'ssc-gd-constable': { name: (w) => w.exam_ssc_gd(), note: (w) => w.exam_ssc_gd_note() },
  'ap-tet-paper-1': { name: (w) => w.exam_ap_tet_1(), note: (w) => w.exam_ap_tet_1_note() },
  'tet-paper-2-social': { name: (w) => w.exam_tet_2_social(), note: (w) => w.subject_social() },
  'tet-paper-2-telugu': { name: (w) => w.exam_tet_2_telugu(), note: (w) => w.subject_telugu() },
  'tet-paper-2-english': { name: (w) => w.exam_tet_2_english(), note: (w) => w.subject_english() },
  'tet-paper-2-mathematics-and-science': {
    name: (w) => w.exam_tet_2_maths_science(),
    note: (w) => w.subject_maths_science(),
  },
  'ap-dsc-sgt': { name: (w) => w.exam_dsc_sgt(), note: (w) => w.exam_dsc_sgt_note() },
  'ap-dsc-sa-telugu': { name: (w) => w.exam_dsc_sa_telugu(), note: (w) => w.subject_telugu() },
  'ap-dsc-sa-english': { name: (w) => w.exam_dsc_sa_english(), note: (w) => w.subject_english() },
  'ap-dsc-sa-mathematics': {
    name: (w) => w.exam_dsc_sa_mathematics(),
    note: (w) => w.subject_mathematics(),
  },
  'ap-dsc-sa-physical-science': {
    name: (w) => w.exam_dsc_sa_physical(),
    note: (w) => w.subject_physical_science(),
  },
  'ap-dsc-sa-biological-science': {
    name: (w) => w.exam_dsc_sa_biological(),
    note: (w) => w.subject_biological_science(),
  },
  'ap-dsc-sa-social-studies': {
    name: (w) => w.exam_dsc_sa_social(),
    note: (w) => w.subject_social(),
  },
  'ap-pet': { name: (w) => w.exam_ap_pet(), note: (w) => w.exam_ap_pet_note() },
}
