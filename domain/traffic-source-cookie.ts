/** The name of the query parameter, the cookie and the localStorage key of a traffic source. In a
 *  file of its own: the script of every page needs the name and nothing else of it. */
export const trafficSourceCookie = 'user_source'
