import { renderToString } from 'react-dom/server';
import { LandingPage } from './landing-page.tsx';

/** Static markup: the browser loads no React. */
export const renderLanding = (supportEmail: string): string =>
  renderToString(<LandingPage supportEmail={supportEmail} />);
