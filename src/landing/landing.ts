import '../fonts.css';
import 'virtual:landing-theme.css';
import './landing.css';
import './sections.css';

const SCROLLED_AFTER_PX = 50;

const header = document.querySelector('.header');
const look = () => header?.classList.toggle('scrolled', window.scrollY > SCROLLED_AFTER_PX);
addEventListener('scroll', look, { passive: true });
look();

const simulator = document.querySelector<HTMLFormElement>('#simulador');
const wake = () => {
  for (const touch of TOUCHES) simulator?.removeEventListener(touch, wake);
  import('./simulator-live.ts').then(({ makeInteractive }) => simulator && makeInteractive(simulator));
};
const TOUCHES = ['pointerdown', 'focusin', 'input'] as const;
for (const touch of TOUCHES) simulator?.addEventListener(touch, wake, { passive: true });
simulator?.addEventListener('submit', (event) => event.preventDefault());
