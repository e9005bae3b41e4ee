/** Where the middleware puts notices into a page: between the site's header and the content. Exam
 *  halls and other plain pages have no header, so that nothing interrupts them. Stored pages are
 *  the same with and without notices. */
export const noticePlace = { before: '</header>', after: '<main id="main"' }
