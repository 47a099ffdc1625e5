import type { PeopleService } from '../../adapters/people/people.ts';
import type { PeopleDirectory } from '../../kernel/people.ts';
import type { Core } from '../core.ts';

/** People for the commands that need them: the auth library takes as long to load as everything else. */
export function lazyPeople(core: Core): PeopleDirectory & Pick<PeopleService, 'close'> {
  const load = async () => (await import('../people.ts')).createPeopleService(core);
  let loaded: ReturnType<typeof load> | undefined;
  const people = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    findProven: async (email) => (await people()).findProven(email),
    passwordLink: async (email) => (await people()).passwordLink(email),
    removeSecondFactor: async (email) => (await people()).removeSecondFactor(email),
    send: async (mail) => (await people()).send(mail),
    async *events() {
      yield* (await people()).events();
    },
    async *list() {
      yield* (await people()).list();
    },
    setSuspended: async (email, suspended) => (await people()).setSuspended(email, suspended),
    deleteByOperator: async (email) => (await people()).deleteByOperator(email),
    close: async () => (await loaded)?.close(),
  };
}
