import { translationFor, type Locale, type Translations } from '../../domain/locale.ts'

type Text = (child: string, code: string) => string

const sentences: Translations<Text> = {
  kn: (child, code) =>
    `ಅಭ್ಯಾಸ: 18 ವರ್ಷದೊಳಗಿನ "${child}" ನಮ್ಮಲ್ಲಿ ಖಾತೆ ತೆರೆದು ನಿಮ್ಮನ್ನು ಪೋಷಕರೆಂದು ಹೆಸರಿಸಿದ್ದಾರೆ. ` +
    `ನೀವು ಒಪ್ಪಿದರೆ ಈ ಕೋಡನ್ನು ಅವರಿಗೆ ತಿಳಿಸಿ: ${code}. ಒಪ್ಪದಿದ್ದರೆ ತಿಳಿಸಬೇಡಿ.`,
  en: (child, code) =>
    `Abhyasa: "${child}", who is under 18, has an account with us and named you as parent. ` +
    `If you consent, tell them this code: ${code}. If not, keep it to yourself.`,
  te: (child, code) =>
    `అభ్యాస: 18 ఏళ్ల లోపు "${child}" మా దగ్గర ఖాతా తెరిచి మిమ్మల్ని తల్లి/తండ్రి లేదా ` +
    `సంరక్షకులుగా పేర్కొన్నారు. మీరు ఒప్పుకుంటే ఈ కోడ్ వారికి చెప్పండి: ${code}. ` +
    `ఒప్పుకోకపోతే చెప్పకండి.`,
}

type Mail = { subject: string; terms: string }

const mails: Translations<Mail> = {
  kn: {
    subject: 'ಅಭ್ಯಾಸ: ಪೋಷಕರ ಸಮ್ಮತಿ',
    terms:
      'ನಾವು ಇಟ್ಟುಕೊಳ್ಳುವುದು: ಮೊಬೈಲ್ ಸಂಖ್ಯೆ ಅಥವಾ ಇ-ಮೇಲ್ ವಿಳಾಸ, ಹೆಸರು, ಬರೆದ ಪರೀಕ್ಷೆಗಳು ' +
      'ಮತ್ತು ಅಂಕಗಳು. ಇದು ಪರೀಕ್ಷೆಗಳನ್ನು ತೋರಿಸಲು ಮಾತ್ರ. ಜಾಹೀರಾತಾಗಲಿ ವಿಶ್ಲೇಷಣೆಯಾಗಲಿ ಇರುವುದಿಲ್ಲ. ' +
      'ಸಮ್ಮತಿಯನ್ನು ಹಿಂಪಡೆಯಲು ಖಾತೆಯನ್ನು ಅಳಿಸಿ ಅಥವಾ ನಮಗೆ ಬರೆಯಿರಿ.',
  },
  en: {
    subject: 'Abhyasa: a parent’s consent',
    terms:
      'We keep: mobile number or e-mail address, name, tests taken and marks. They are used to ' +
      'show the tests, never for advertising or analytics. To take the consent back, delete the ' +
      'account or write to us.',
  },
  te: {
    subject: 'అభ్యాస: తల్లిదండ్రుల సమ్మతి',
    terms:
      'మేము ఉంచేవి: మొబైల్ నంబరు లేదా ఇ-మెయిల్ చిరునామా, పేరు, రాసిన పరీక్షలు, ' +
      'మార్కులు. ఇవి పరీక్షలు చూపడానికి మాత్రమే. ప్రకటనలు, విశ్లేషణ ఉండవు. ' +
      'సమ్మతిని వెనక్కి తీసుకోవాలంటే ఖాతాను తొలగించండి లేదా మాకు రాయండి.',
  },
}

/** A name is the member's own text: in an SMS of the operator it must not be a message. */
const shortName = (name: string) => name.slice(0, 30)

/** The SMS that asks a parent for consent. */
export const parentSms = (locale: Locale, child: string, code: string) =>
  translationFor(sentences, locale)(shortName(child), code)

/** The mail that asks a parent for consent: what it is for, and how to take it back. */
export function parentMail(locale: Locale, child: string, code: string) {
  const { subject, terms } = translationFor(mails, locale)
  return { subject, text: `${parentSms(locale, child, code)}\n\n${terms}\n` }
}
