import '../fonts.css';
import 'virtual:landing-theme.css';
import './landing.css';
import './sections.css';

const SCROLLED_AFTER_PX = 50;

const header = document.querySelector('.header');
const markScrolled = () => header?.classList.toggle('scrolled', window.scrollY > SCROLLED_AFTER_PX);
addEventListener('scroll', markScrolled, { passive: true });
markScrolled();

const simulator = document.querySelector<HTMLFormElement>('#simulador');
const loadSimulator = () => {
  for (const event of INTERACTIONS) simulator?.removeEventListener(event, loadSimulator);
  import('./simulator-live.ts').then(({ makeInteractive }) => simulator && makeInteractive(simulator));
};
const INTERACTIONS = ['pointerdown', 'focusin', 'input'] as const;
for (const event of INTERACTIONS) simulator?.addEventListener(event, loadSimulator, { passive: true });
simulator?.addEventListener('submit', (event) => event.preventDefault());
