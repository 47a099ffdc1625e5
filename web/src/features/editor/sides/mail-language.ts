import { createContext, useContext } from 'react';

const Context = createContext('');

/** The language of the email that is written: what is shared speaks it too, where it can. */
export const MailLanguageProvider = Context.Provider;
export const useMailLanguage = () => useContext(Context);
