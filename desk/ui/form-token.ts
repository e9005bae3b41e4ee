/** The name of the field that every form of a session carries. */
export const formTokenField = 'token'
