/** Where the middleware puts notices into a page (ui/notices.tsx has the element): stored pages are
 *  the same with and without notices. */
export const noticePlace = '<div class="told"></div>'
