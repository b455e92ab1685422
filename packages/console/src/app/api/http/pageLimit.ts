// our choice: what a page of the console shows at once.
export const pageLimit = 50
