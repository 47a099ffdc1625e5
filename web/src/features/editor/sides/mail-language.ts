import { createContext, useContext } from 'react';

const Context = createContext('');

/** The language of the email being edited; shared sections use it too where they have it. */
export const MailLanguageProvider = Context.Provider;
export const useMailLanguage = () => useContext(Context);
