import { translationFor, type Locale, type Translations } from '../../domain/locale.ts'

const otpSentences: Translations<(otp: string) => string> = {
  kn: (otp) => `ಅಭ್ಯಾಸ: ನಿಮ್ಮ ಒಟಿಪಿ (OTP) ${otp}. ಇದು 5 ನಿಮಿಷ ಮಾನ್ಯ. ಇದನ್ನು ಯಾರಿಗೂ ತಿಳಿಸಬೇಡಿ.`,
  en: (otp) =>
    `Abhyasa: your OTP is ${otp}. It is valid for 5 minutes. Do not share it with anyone.`,
  te: (otp) => {
    const sentence = `అభ్యాస: మీ ఓటీపీ (OTP) ${otp}. ఇది 5 నిమిషాలు చెల్లుతుంది.`
    return `${sentence} దీన్ని ఎవరికీ చెప్పకండి.`
  },
}

/** The SMS with a one-time code. Its last line lets the phone's browser fill in the code (WebOTP),
 *  on the site's host only. */
export function otpSmsText(locale: Locale, code: string, siteHost: string | null): string {
  const sentence = translationFor(otpSentences, locale)(code)
  // The WebOTP format has no ports.
  const host = siteHost?.replace(/:\d+$/, '')
  return host === undefined ? sentence : `${sentence}\n\n@${host} #${code}`
}

/** `given`: the link or the code. */
type Mail = { subject: string; text: (given: string) => string }

const passwordResetMails: Translations<Mail> = {
  kn: {
    subject: 'ಅಭ್ಯಾಸ: ಹೊಸ ಪಾಸ್‌ವರ್ಡ್',
    text: (link) =>
      `ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಇಟ್ಟುಕೊಳ್ಳಲು ಈ ಕೊಂಡಿಯನ್ನು ತೆರೆಯಿರಿ:\n\n${link}\n\n` +
      'ಇದು ಒಂದು ಗಂಟೆ ಮಾನ್ಯ, ಒಮ್ಮೆ ಮಾತ್ರ ಕೆಲಸ ಮಾಡುತ್ತದೆ. ನೀವು ಇದನ್ನು ಕೇಳಿರದಿದ್ದರೆ ಏನೂ ' +
      'ಮಾಡಬೇಕಾಗಿಲ್ಲ: ನಿಮ್ಮ ಪಾಸ್‌ವರ್ಡ್ ಹಾಗೆಯೇ ಇರುತ್ತದೆ.\n',
  },
  en: {
    subject: 'Abhyasa: a new password',
    text: (link) =>
      `Open this link to choose a new password:\n\n${link}\n\n` +
      'It works once, within an hour. If you did not ask for it, there is nothing to do: ' +
      'your password stays as it is.\n',
  },
  te: {
    subject: 'అభ్యాస: కొత్త పాస్‌వర్డ్',
    text: (link) =>
      `కొత్త పాస్‌వర్డ్ పెట్టుకోవడానికి ఈ లింక్ తెరవండి:\n\n${link}\n\n` +
      'ఇది ఒక గంటలోపు, ఒక్కసారి మాత్రమే పనిచేస్తుంది. మీరు దీన్ని అడగకపోతే ఏమీ చేయనవసరం ' +
      'లేదు: మీ పాస్‌వర్డ్ అలాగే ఉంటుంది.\n',
  },
}

/** The mail to somebody who forgot the password: a link that works once, within an hour. */
export function passwordResetMail(locale: Locale, link: string): { subject: string; text: string } {
  const { subject, text } = translationFor(passwordResetMails, locale)
  return { subject, text: text(link) }
}

const contactCodeMails: Translations<Mail> = {
  kn: {
    subject: 'ಅಭ್ಯಾಸ: ನಿಮ್ಮ ಕೋಡ್',
    text: (code) =>
      `ಈ ಇ-ಮೇಲ್ ವಿಳಾಸವನ್ನು ನಿಮ್ಮ ಅಭ್ಯಾಸ ಖಾತೆಗೆ ಸೇರಿಸಲು ಬರೆಯಬೇಕಾದ ಕೋಡ್: ${code}\n\n` +
      'ಇದು 10 ನಿಮಿಷ ಮಾನ್ಯ. ನೀವು ಇದನ್ನು ಕೇಳಿರದಿದ್ದರೆ ಏನೂ ಮಾಡಬೇಕಾಗಿಲ್ಲ.\n',
  },
  en: {
    subject: 'Abhyasa: your code',
    text: (code) =>
      `Type this code to use this e-mail address for your Abhyasa account: ${code}\n\n` +
      'It is valid for 10 minutes. If you did not ask for it, there is nothing to do.\n',
  },
  te: {
    subject: 'అభ్యాస: మీ కోడ్',
    text: (code) =>
      `ఈ ఇ-మెయిల్ చిరునామాను మీ అభ్యాస ఖాతాకు చేర్చడానికి ఈ కోడ్ రాయండి: ${code}\n\n` +
      'ఇది 10 నిమిషాలు చెల్లుతుంది. మీరు దీన్ని అడగకపోతే ఏమీ చేయనవసరం లేదు.\n',
  },
}

/** The mail to a new e-mail address, with the code that proves it. */
export function contactCodeMail(locale: Locale, code: string): { subject: string; text: string } {
  const { subject, text } = translationFor(contactCodeMails, locale)
  return { subject, text: text(code) }
}

const contactChangedMails: Translations<{ subject: string; text: string }> = {
  kn: {
    subject: 'ಅಭ್ಯಾಸ: ಇ-ಮೇಲ್ ವಿಳಾಸ ಬದಲಾಗಿದೆ',
    text: 'ನಿಮ್ಮ ಖಾತೆಯ ಇ-ಮೇಲ್ ವಿಳಾಸ ಬದಲಾಗಿದೆ. ಅದು ನೀವಲ್ಲದಿದ್ದರೆ ಕೂಡಲೇ ನಮಗೆ ಬರೆಯಿರಿ.\n',
  },
  en: {
    subject: 'Abhyasa: your e-mail address was changed',
    text:
      'The e-mail address of your Abhyasa account was changed. If it was not you, ' +
      'write to us at once.\n',
  },
  te: {
    subject: 'అభ్యాస: ఇ-మెయిల్ చిరునామా మారింది',
    text: 'మీ ఖాతా ఇ-మెయిల్ చిరునామా మారింది. అది మీరు చేయకపోతే వెంటనే మాకు రాయండి.\n',
  },
}

/** The mail to the former e-mail address of an account. It does not name the new one. */
export const contactChangedMail = (locale: Locale) => translationFor(contactChangedMails, locale)

const passkeyAddedNotices: Translations<{ subject: string; text: (device: string) => string }> = {
  kn: {
    subject: 'ಅಭ್ಯಾಸ: ಬೆರಳಚ್ಚಿನಿಂದ ಲಾಗಿನ್',
    text: (device) =>
      `ನಿಮ್ಮ ಅಭ್ಯಾಸ ಖಾತೆಗೆ ಬೆರಳಚ್ಚಿನಿಂದ ಲಾಗಿನ್ ಅನ್ನು ಸೇರಿಸಲಾಗಿದೆ${device && ` (${device})`}. ` +
      'ಅದು ನೀವಲ್ಲದಿದ್ದರೆ, ಲಾಗಿನ್ ಆಗಿ ಖಾತೆಯ ಪುಟದಲ್ಲಿ ಅದನ್ನು ತೆಗೆದುಹಾಕಿ.',
  },
  en: {
    subject: 'Abhyasa: fingerprint sign-in',
    text: (device) =>
      `Fingerprint sign-in was set up for your Abhyasa account${device && ` (${device})`}. ` +
      'If it was not you, sign in and remove it on your account page.',
  },
  te: {
    subject: 'అభ్యాస: వేలిముద్రతో లాగిన్',
    text: (device) =>
      `మీ అభ్యాస ఖాతాకు వేలిముద్రతో లాగిన్‌ను చేర్చారు${device && ` (${device})`}. ` +
      'అది మీరు కాకపోతే, లాగిన్ అయి ఖాతా పేజీలో దాన్ని తీసివేయండి.',
  },
}

/** What the owner is told when a passkey was added. `device`: 'Redmi 9A, Chrome', or ''. */
export function passkeyAddedNotice(locale: Locale, device: string) {
  const { subject, text } = translationFor(passkeyAddedNotices, locale)
  return { subject, text: text(device) }
}
