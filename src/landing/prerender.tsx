import { renderToString } from 'react-dom/server';
import { LandingPage } from './landing-page.tsx';

/** The landing page's markup, for its HTML file; nothing of React reaches the browser. */
export const renderLanding = (supportEmail: string): string =>
  renderToString(<LandingPage supportEmail={supportEmail} />);
