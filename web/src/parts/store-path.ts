/** The address of a page of a store: `storePath(useStore().id, 'layouts/42')`. Without a page, the store's first one opens. */
export const storePath = (storeId: string, page?: string) =>
  page ? `/stores/${storeId}/${page}` : `/stores/${storeId}`;
