/** A new documentId as Strapi makes them: 24 lower-case letters and digits. */
export const newDocumentId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 24)
