/** Empty and without height; filled by middleware/notices.ts before the page is sent. Its markup is
 *  `noticePlace`. Exam halls and other plain pages have none, so that nothing interrupts them. */
export const NoticePlace = () => <div className="told" />
