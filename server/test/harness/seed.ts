import fc from 'fast-check';

/** A check that says yes or no to a change tries the same cases each time; by hand they are others each time. */
if (process.env['CI']) fc.configureGlobal({ seed: 20_261_115 });
