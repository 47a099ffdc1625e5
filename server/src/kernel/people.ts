/** A person who can sign in to the app. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

export interface PlainMail {
  to: string;
  subject: string;
  text: string;
}

/** Emails from the service itself, not from a store. */
export interface ServiceMail {
  /** Whether it was sent: `false` if no mail server is configured or it could not be reached. */
  send(mail: PlainMail): Promise<boolean>;
}

/** A security event of an account. */
export interface PeopleEvent {
  id: string;
  at: Date;
  /** `null` if no account matches. */
  personId: string | null;
  operation: string;
  byOperator: boolean;
  address: string | null;
  agent: string | null;
}

/** A person who can sign in, in the operator's list. */
export interface ListedPerson extends Person {
  proven: boolean;
  suspended: boolean;
  createdAt: Date;
}

/** People as operations see them, without their sign-in methods. */
export interface PeopleDirectory extends ServiceMail {
  /**
   * The person with this address, if they have proven that they own it; only then may the address grant them
   * access.
   */
  findProven(email: string): Promise<Person | null>;
  /**
   * A one-time link for setting the password of the person with this address; `null` if there is no such
   * person.
   */
  passwordLink(email: string): Promise<string | null>;
  list(): AsyncIterable<ListedPerson>;
  /** Suspends or reinstates a person; suspending ends their sessions. `false` if there is no such person. */
  setSuspended(email: string, suspended: boolean): Promise<boolean>;
  /**
   * Deletes the person on behalf of the operator; rejected if a store has no other owner. `false` if there is
   * no such person.
   */
  deleteByOperator(email: string): Promise<boolean>;
  /** Turns off the second factor of the person with this address, and returns whether they had one. */
  removeSecondFactor(email: string): Promise<boolean>;
  /** Security events of all accounts, oldest first. */
  events(): AsyncIterable<PeopleEvent>;
}
