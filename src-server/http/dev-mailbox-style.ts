export const MAILBOX_STYLE = `
:root { color-scheme: light dark; --page: #f2f5f4; --panel: #fff; --text: #0b1f1c; --muted: #47605a; --border: #c9d4d1; --subtle: #dcebe8; --brand: #0b4f4a; --accent: #b3246f; --error: #a4262c; }
@media (prefers-color-scheme: dark) {
  :root { --page: #07110f; --panel: #0f1d1a; --text: #e9f1ef; --muted: #a3b8b2; --border: #2a403a; --subtle: #12352f; --brand: #7fd9cc; --accent: #f27db4; --error: #ff9a92; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem 1rem; font: 1rem/1.5 'Atkinson Hyperlegible Next', system-ui, sans-serif; color: var(--text); background: var(--page); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3; }
h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
p { margin: 0.25rem 0 0; color: var(--muted); overflow-wrap: anywhere; }
a { color: var(--brand); }
a:focus-visible, iframe:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.error { color: var(--error); }
.panes { display: grid; grid-template-columns: minmax(16rem, 22rem) minmax(0, 1fr); gap: 1rem; align-items: start; margin-top: 1.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--border); border-radius: 16px; background: var(--panel); overflow: hidden; max-height: calc(100vh - 9rem); overflow-y: auto; }
nav li + li { border-top: 1px solid var(--border); }
nav li a { display: block; padding: 0.75rem 1rem; color: inherit; text-decoration: none; }
nav li a:hover, nav li a[aria-current] { background: var(--subtle); }
nav li a:focus-visible { outline-offset: -2px; border-radius: 16px; }
nav strong, nav span { display: block; overflow-wrap: anywhere; }
nav span { color: var(--muted); font-size: 0.875rem; }
article { padding: 1.25rem; border: 1px solid var(--border); border-radius: 16px; background: var(--panel); min-width: 0; }
article.none { text-align: center; padding: 3rem 1rem; }
.empty { margin-top: 1.25rem; }
iframe { display: block; width: 100%; height: min(40rem, 80vh); margin-top: 1rem; border: 1px solid var(--border); border-radius: 10px; }
pre { margin: 0; padding: 1rem; border-radius: 10px; background: var(--page); white-space: pre-wrap; overflow-wrap: anywhere; font: 0.875rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
.back { display: none; margin: 0 0 0.75rem; }
@media (max-width: 47.99rem) {
  .panes { grid-template-columns: minmax(0, 1fr); }
  .opened nav, .panes .none { display: none; }
  .back { display: block; }
  nav ul { max-height: none; }
  article { padding: 1rem; }
}
`;
