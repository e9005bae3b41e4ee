import { dieAndPaper } from './die-and-paper.ts'
import { figureImages } from './figure-images.ts'
import { figureSeries } from './figure-series.ts'
import type { Syllabus } from './syllabus.ts'
import { vennDiagramQuestions } from './venn-diagrams.ts'

/** Questions that are asked with figures, each kind once. */
export const figures: Syllabus = {
  parts: [
    [figureSeries, 5],
    [figureImages, 4],
    [vennDiagramQuestions, 3],
    [dieAndPaper, 3],
  ],
  about: {
    kn: 'ಚಿತ್ರ ಸರಣಿ, ಚಿತ್ರ ಸಾದೃಶ್ಯ, ಕನ್ನಡಿ ಮತ್ತು ನೀರಿನ ಪ್ರತಿಬಿಂಬ, ವೆನ್ ಚಿತ್ರ, ದಾಳ, ಕಾಗದ ಮಡಿಕೆ ಮತ್ತು ಅಡಗಿದ ಆಕೃತಿ ಕುರಿತ 15 ಪ್ರಶ್ನೆಗಳು; ಪ್ರತಿಯೊಂದಕ್ಕೂ ವಿವರಣೆ.',
    te: 'చిత్ర శ్రేణి, చిత్ర సాదృశ్యం, అద్దం, నీటి ప్రతిబింబాలు, వెన్ చిత్రాలు, పాచిక, కాగితం మడత, దాగిన ఆకారాలపై 15 ప్రశ్నలు; ప్రతిదానికీ వివరణ.',
    en: '15 questions on figure series and analogies, mirror and water images, Venn diagrams, a die, paper folding and embedded figures, each explained.',
  },
}
