/** Inlined unchanged: the content security policy allows it by its hash. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f4f5f7; --sheet: #fff; --ink: #1c2127; --soft: #5a6472; --line: #d9dde3;
  --accent: #1f5fbf; --on-accent: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171b; --sheet: #1e2329; --ink: #eceff3; --soft: #aab3bf; --line: #353c45; --accent: #8ab8ff;
    --on-accent: #10151c }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { width: 100%; max-width: 30rem; padding: 2rem; background: var(--sheet); border: 1px solid var(--line);
  border-radius: .75rem; text-align: start; overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3 }
p { margin: 0; color: var(--soft) }
bdi { color: var(--ink); font-weight: 600 }
form { margin: 1.5rem 0 0 }
button { width: 100%; min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem }
button.quiet { color: var(--ink); background: transparent; border-color: var(--soft) }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@media (max-width: 26rem) { main { padding: 1.5rem } }
`;
