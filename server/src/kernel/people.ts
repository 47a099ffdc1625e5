/** Somebody who can sign in to the app. */
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

/** Emails of the service itself, not of a store. */
export interface ServiceMail {
  /** Whether it was sent: `false` where no mail server is set, or it could not be reached. */
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

/** Somebody who can sign in, as the operator sees them beside all others. */
export interface ListedPerson extends Person {
  proven: boolean;
  suspended: boolean;
  createdAt: Date;
}

/** People as operations see them, without how they sign in. */
export interface PeopleDirectory extends ServiceMail {
  /** The person with this address, if they have proven that it is theirs: nobody else is given anything by it. */
  findProven(email: string): Promise<Person | null>;
  /** A link by which the person with this address sets a password, once; `null` if there is nobody. */
  passwordLink(email: string): Promise<string | null>;
  list(): AsyncIterable<ListedPerson>;
  /** Ends their sessions and lets them begin none, or lets them again; `false` if there is nobody. */
  setSuspended(email: string, suspended: boolean): Promise<boolean>;
  /** Deletes the person, by the operator; refused while a store has no other owner. `false` if there is nobody. */
  deleteByOperator(email: string): Promise<boolean>;
  /** Whether the person with this address had a second factor; they sign in without it from now on. */
  removeSecondFactor(email: string): Promise<boolean>;
  /** What happened to everybody who signs in, the oldest first. */
  events(): AsyncIterable<PeopleEvent>;
}
